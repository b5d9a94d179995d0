@testable import Client
import Foundation
import Reading
import Shared
import TestSupport
import Testing

/// Names that are kept in memory are those that stand in the database.
struct AuditNamesTests {
    @Test func `what this program writes is seen at once`() throws {
        let desk = try Desk()
        let before = try desk.view()
        try desk.client.save(
            [
                Drafts.component(
                    desk.audit, screen: "Accounts", control: "menu", label: "Another", ordinal: 1,
                    states: [])
            ], in: desk.audit)
        let after = try desk.view()
        #expect(after.components.count == before.components.count + 1)
        #expect(after.components.map(\.label) == ["Account options", "Another"])
    }

    @Test func `what another program writes is seen at once`() throws {
        let desk = try Desk()
        _ = try desk.view()
        let other = try AuditClient(home: desk.client.home)
        let component = try #require(try other.view(desk.audit).components.first)
        try other.withdrawals.withdraw(component, reason: "Gone.", in: try other.view(desk.audit))
        #expect(try desk.view().components.first?.withdrawal != Finding.Withdrawal.none)
        try other.planning.assign(
            [.component(desk.audit, component.id)], to: .set(.person(desk.lee)),
            in: try other.view(desk.audit))
        #expect(try desk.view().isAssigned(desk.item().id, to: []) == false)
    }

    @Test func `a save leaves the names as they were read`() throws {
        let desk = try Desk()
        let before = try desk.client.names.read(desk.audit, from: desk.client.store)
        try desk.record(.passed)
        #expect(try desk.client.names.read(desk.audit, from: desk.client.store) === before)
    }

    @Test func `names are given again for what they were read from, and for nothing else`() throws {
        let desk = try Desk()
        let (names, store) = (desk.client.names, desk.client.store)
        let read = try names.read(desk.audit, from: store)
        let fingerprint = try store.nameFingerprint(desk.audit)
        #expect(names.known(desk.audit, as: fingerprint) === read)
        let other = try AuditClient(home: desk.client.home)
        let component = try #require(try other.view(desk.audit).components.first)
        try other.withdrawals.withdraw(component, reason: "Gone.", in: try other.view(desk.audit))
        let later = try store.nameFingerprint(desk.audit)
        #expect(names.known(desk.audit, as: later) == nil)
        #expect(names.known(desk.audit, as: fingerprint) === read)
    }

    @Test func `a mark is the same until somebody writes`() throws {
        let desk = try Desk()
        let mark = try desk.client.store.mark()
        _ = try desk.view()
        #expect(try desk.client.store.mark() == mark)
        let other = try AuditClient(home: desk.client.home)
        try other.store.note(identityPath: "/elsewhere")
        let later = try desk.client.store.mark()
        #expect(later != mark)
        try desk.record(.passed)
        #expect(try desk.client.store.mark() != later)
    }
}
