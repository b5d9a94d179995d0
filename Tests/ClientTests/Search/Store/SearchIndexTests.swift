import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// What the index tells apart by the numbers of its passages alone, held against all that it has.
struct SearchIndexTests {
    private let folder: TemporaryFolder
    private let index: SearchIndex

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        index = try SearchIndex(path: folder.url.appending(path: "search.sqlite").path)
    }

    /// A source of an audit or of the catalogue, and what stands in it.
    private struct Entry {
        let source: SearchIndex.Source
        let passages: [SearchEntry]
    }

    private func entry(
        of audit: AuditID?, _ number: Int, using generator: inout SeededGenerator
    ) -> Entry {
        let state = StateID(
            component: ComponentID(high: 1, low: UInt64(number)),
            environment: EnvironmentID(high: 1, low: 1), round: 1, state: "open")
        let passages = (0...generator.below(4)).map { place in
            let standing = audit.map { _ in generator.pick(SearchQuery.Status.allCases) }
            let words = generator.chance(70) ? "grumbling" : "quiet"
            return SearchEntry(
                audit == nil ? .criterion : .finding, "\(number).\(place)", standing: standing,
                said: [words], names: [])
        }
        let key = audit.map { RecordKey.state($0, state).bytes } ?? []
        return Entry(
            source: SearchIndex.Source(key: key, digest: Hash256(of: [UInt8(number)])),
            passages: passages)
    }

    private func found(
        _ query: SearchQuery, in audit: AuditID
    ) throws -> (total: Int, names: Set<String>) {
        let result = try index.search(query, in: audit, of: index.counts(audit))
        let names = result.hits.map { hit in
            switch hit.subject {
            case .finding(_, let criterion): criterion
            case .criterion(let id): id
            case .hint, .help: "none is written"
            }
        }
        #expect(Set(names).count == names.count)
        return (result.total, Set(names))
    }

    @Test(arguments: UInt64(1)...8)
    func `a search finds what was asked for of this audit and the catalogue, and nothing else`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let audits = (0..<3).map { _ in AuditID.random(using: &generator) }
        var entries: [AuditID?: [Int: Entry]] = [:]
        for _ in 0..<60 {
            let audit = generator.chance(20) ? nil : generator.pick(audits)
            // Each is sometimes written again, with something else in it; the catalogue is one.
            let number = audit == nil ? 0 : 1 + generator.below(15)
            let made = entry(of: audit, number, using: &generator)
            entries[audit, default: [:]][number] = made
            try index.replace(made.source, of: audit, by: made.passages)
        }
        for audit in audits {
            let own = entries[audit, default: [:]].values.flatMap(\.passages)
            let catalogue = entries[nil, default: [:]].values.flatMap(\.passages)
            let counts = try index.counts(audit)
            #expect(counts.findings == own.count && counts.entries == catalogue.count)
            for place in SearchQuery.Place.allCases {
                for standing in [nil] + SearchQuery.Status.allCases {
                    var query = SearchQuery("grumbling")
                    (query.place, query.standing, query.limit) = (place, standing, 1_000)
                    let expected =
                        ((place == .catalogue ? [] : own)
                        + (place == .findings ? [] : catalogue)).filter {
                            $0.said == "grumbling" && (standing == nil || $0.standing == standing)
                        }
                    let result = try found(query, in: audit)
                    #expect(result.total == expected.count, "\(place) \(standing as Any)")
                    #expect(result.names == Set(expected.map(\.name)))
                }
            }
        }
    }

    @Test func `what one component state has stands together among what is equally good`() throws {
        var generator = SeededGenerator(seed: 3)
        let audit = AuditID.random(using: &generator)
        let standings: [SearchQuery.Status] = [.passed, .failed, .passed, .conflict]
        for number in 1...5 {
            let made = entry(of: audit, number, using: &generator)
            let passages = standings.enumerated().map { place, standing in
                SearchEntry(
                    .finding, "\(place)", standing: standing, said: ["grumbling"], names: [])
            }
            try index.replace(made.source, of: audit, by: passages)
        }
        var subjects: [SearchHit.Subject] = []
        for page in 0..<5 {
            var query = SearchQuery("grumbling")
            (query.limit, query.offset) = (4, page * 4)
            subjects += try index.search(query, in: audit, of: (20, 0)).hits.map(\.subject)
        }
        let states = subjects.compactMap { subject in
            if case .finding(let state, _) = subject { state.component.low } else { nil }
        }
        #expect(states == (1...5).flatMap { Array(repeating: $0, count: 4) })
    }
}
