import Client
import Foundation
import Shared
import Testing

@testable import Reading

/// What `accord status` tells of an audit is named, though it reads few names.
struct AuditOverviewTests {
    @Test func `without all names it tells what it tells with them`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        try desk.hear(from: desk.lee, .failed(.serious, .app))
        try desk.hear(from: desk.maya, criterion: "menu.android.confined", .cantTell)
        try desk.withdraw(by: desk.lee, in: try desk.component(), covers: [])
        let quick = try desk.client.queries.overview(of: desk.audit)
        let whole = try desk.client.queries.overview(of: try desk.view())
        #expect(quick.conflicts.map(\.name) == [Desk.open])
        #expect(quick.conflicts.map(\.name) == whole.conflicts.map(\.name))
        #expect(!quick.contested.isEmpty)
        #expect(quick.contested.map(\.name) == whole.contested.map(\.name))
        #expect(!quick.news.isEmpty)
        #expect(
            quick.news.map { $0.words(in: quick.view) }
                == whole.news.map { $0.words(in: whole.view) })
        #expect(quick.components == whole.view.components.count)
    }

    @Test func `an audit in which nothing waits is told without a name`() throws {
        let desk = try Desk()
        try desk.record(.passed)
        let quick = try desk.client.queries.overview(of: desk.audit)
        #expect(quick.view.components.isEmpty)
        #expect(quick.components == 1)
        #expect(quick.states == 1)
    }
}
