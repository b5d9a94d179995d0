import Foundation
import Publishing
import Reading
import Shared
import Testing

@testable import Client

/// A script that keeps an audit's rows by increments alone.
final class IncrementFollower {
    private var kept: [String: [String]] = [:]
    private var cursor = ""
    private let conditions: [(name: String, value: String)]

    init(_ conditions: [(name: String, value: String)] = []) { self.conditions = conditions }

    /// Takes what differs, and compares what it has with a whole export.
    ///
    /// - Returns: How many component states were told.
    @discardableResult
    func follow(_ client: AuditClient, _ view: AuditView, _ act: String = "") throws -> Int {
        let increment = try lines(client, view, [("after", cursor)])
        cursor = try #require(increment.last?["cursor"] as? String)
        let states = Dictionary(grouping: increment.dropLast(), by: Self.state)
        for (state, rows) in states {
            kept[state] = rows[0]["gone"] == nil ? try rows.map(Self.text) : nil
        }
        let whole = Dictionary(grouping: try lines(client, view, []), by: Self.state)
        let expected = try whole.mapValues { try $0.map(Self.text) }
        let isEqual = kept == expected
        #expect(isEqual, "\(act)")
        return states.count
    }

    private func lines(
        _ client: AuditClient, _ view: AuditView, _ more: [(name: String, value: String)]
    ) throws -> [[String: Any]] {
        try client.exported("ndjson", conditions + more, of: view).bytes
            .split(separator: UInt8(ascii: "\n")).map {
                try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:]
            }
    }

    private static func state(of line: [String: Any]) -> String {
        ["component", "environment", "round", "state"].map { "\(line[$0] ?? "")" }
            .joined(separator: " ")
    }

    private static func text(_ line: [String: Any]) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys),
            as: UTF8.self)
    }
}
