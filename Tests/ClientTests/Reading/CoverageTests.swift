@testable import Client
import Foundation
import Presentation
@testable import Reading
import Shared
import Testing

/// What is still to be tested and what exports hold (`Exporting.swift`).
struct CoverageTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test func `each criterion is to be tested at first, in each state or once`() throws {
        let view = try desk.view()
        let untested = try view.untested(desk.catalogue)
        let menu = try desk.catalogue.control(named: "menu")
        let expected = menu.platforms.flatMap { platform in
            var once: Set<String> = []
            return platform.states.filter(\.isUsual).map { state in
                platform.criteria(in: state).count { criterion in
                    // Nothing of the plan has a keyboard.
                    let kinds = criterion.kinds + criterion.standIns
                    return kinds.contains("screen-reader")
                        && (criterion.asking == .eachState || once.insert(criterion.id).inserted)
                }
            }
        }
        #expect(untested.map(\.criteria.count).reduce(0, +) == expected.reduce(0, +))
    }

    @Test func `rows that were filled in leave nothing to test`() throws {
        let view = try desk.view()
        let rows = try view.untested(desk.catalogue)
        let filled = lines(desk.client.queries.json(of: rows, in: view)).filter {
            $0.hasPrefix("{")
        }
        .map { $0.replacingOccurrences(of: #""outcome":null"#, with: #""outcome":"passed""#) }
        .map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
        let summary = try desk.client.recording.record(
            rows: [UInt8](filled.joined(separator: "\n").utf8), as: .ndjson, in: view,
            catalogue: desk.catalogue)
        #expect(summary.findings == filled.count)
        #expect(try desk.view().untested(desk.catalogue).isEmpty)
    }

    @Test func `a filter narrows what is to be tested`() throws {
        var filter = AuditFilter()
        filter.wanted = [.state: ["disabled"], .criterion: ["state-disabled"]]
        let untested = try desk.view().untested(desk.catalogue, matching: filter)
        #expect(
            untested.map(\.name) == [Desk.grey, "\(Desk.menu)@\(Desk.ios):disabled"])
    }

    @Test func `what is mine to test is assigned to me`() throws {
        var filter = AuditFilter()
        filter.isMine = true
        func names() throws -> [String] {
            try desk.view().untested(desk.catalogue, matching: filter)
                .map { "\($0.name) \($0.criteria.count)" }
        }
        #expect(try names() == [])
        try desk.record(nil, note: "Look again.")
        #expect(try names() == [])
        let me = try desk.client.whoami().person
        try desk.client.planning.assign(
            [try desk.item(Desk.grey).record.key], to: .set(.person(me)), in: try desk.view())
        let android = try desk.catalogue.platform("android", of: "menu")
        let disabled = try android.state(named: "disabled", of: "menu")
        let earlier = android.states.filter(\.isUsual).prefix { $0.id != "disabled" }
        let grey = android.criteria(in: disabled).count { criterion in
            criterion.asking == .eachState || !earlier.contains(where: criterion.applies)
        }
        #expect(try names() == ["\(Desk.grey) \(grey)"])
    }

    @Test func `every finding is a row in each format`() throws {
        try desk.record(.failed, note: "silent")
        try desk.record(.passed, criterion: "label-in-name")
        for format in ["ndjson", "csv"] {
            #expect(try desk.exported(format).count == 2)
        }
        #expect(lines(try desk.exported("ndjson").bytes).count == 2)
        #expect(lines(try desk.exported("csv").bytes).count == 3)
        #expect(trouble { _ = try desk.exported("pdf") }?.kind == .notFound)
    }

    @Test func `an export that is recorded again says nothing new`() throws {
        try desk.record(.failed, severity: .minor, note: "silent")
        try desk.record(.passed, criterion: "label-in-name")
        for (format, rows) in [("ndjson", FindingRowReader.Format.ndjson), ("csv", .csv)] {
            let summary = try desk.client.recording.record(
                rows: try desk.exported(format).bytes, as: rows, in: try desk.view(),
                catalogue: desk.catalogue)
            #expect(summary.findings == 2)
            #expect(summary.changes == 0)
        }
    }
}
