import Foundation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

struct DetachingTests {
    private static let field = FieldID(
        criterion: Desk.criterion, .evidence, Hash256(of: Array("A menu.".utf8)).hex)

    @Test func `a detached file is off its finding and not sent, and its bytes stay`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach("A menu.", name: "menu.txt")
        #expect(try desk.detach("menu.txt") == 0)
        #expect(try desk.finding().evidence == [])
        #expect(try desk.client.evidence.items(of: try desk.view()).isEmpty)
        #expect(try desk.client.evidence.queued(desk.audit).toSend == 0)
        let hash = Hash256(of: Array("A menu.".utf8))
        #expect(desk.client.evidence.folder.size(of: hash) == 7)
        #expect(try !desk.client.store.evidence.knows(hash, of: desk.audit))
        #expect(try desk.client.evidence.scrub().orphans == [hash])
        // Attached again it is a file as before, under the name that it has now.
        #expect(try desk.attach("A menu.", name: "again.txt").map(\.isKnown) == [false])
        #expect(try desk.client.evidence.items(of: try desk.view()).map(\.name) == ["again.txt"])
        #expect(try desk.client.evidence.queued(desk.audit).toSend == 1)
    }

    @Test func `a file that another finding has is still sent`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.record(.failed, criterion: "confined")
        try desk.attach("A menu.", name: "menu.txt")
        try desk.attach("A menu.", name: "menu.txt", to: "menu.android.confined")
        #expect(try desk.detach("menu.txt") == 1)
        #expect(try desk.finding().evidence == [])
        #expect(try desk.client.evidence.queued(desk.audit).toSend == 1)
    }

    @Test func `who attached it does not matter, but what was attached meanwhile stays`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.hear(from: desk.maya, [Write(field: Self.field, value: .present, replaces: [])])
        let before = try desk.item()
        let view = try desk.view()
        let file = try #require(try desk.client.evidence.items(of: before.record, in: view).first)
        // Lee attaches the same file before this laptop knows of it.
        try desk.hear(from: desk.lee, [Write(field: Self.field, value: .present, replaces: [])])
        #expect(try desk.client.evidence.detach(file, of: before, in: view) == 1)
        let siblings = try desk.item().record.siblings(of: Self.field)
        #expect(siblings.map(\.author) == [desk.lee])
        #expect(try desk.detach(String(file.hash.hex.prefix(8)).uppercased()) == 0)
    }

    @Test func `what somebody else detached is neither sent nor fetched`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach("A menu.", name: nil)
        #expect(try desk.client.evidence.queued(desk.audit).toSend == 1)
        let own = try desk.item().record.siblings(of: Self.field).map(\.edit)
        try desk.hear(
            from: desk.maya, [Write(field: Self.field, value: nil, replaces: own)], seen: true)
        #expect(try desk.finding().evidence == [])
        #expect(try desk.client.evidence.queued(desk.audit).toSend == 0)
    }

    @Test func `a withdrawn finding stays withdrawn`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach("A menu.", name: "menu.txt")
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        _ = try desk.detach("menu.txt")
        #expect(try desk.finding().withdrawal == .withdrawn(reason: "Twice."))
    }

    @Test func `a name of two files lists both, and one of none what is there`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        for text in ["One.", "Two."] { try desk.attach(text, name: "menu.txt") }
        let ambiguous = trouble { _ = try desk.detach("menu.txt") }
        for text in ["One.", "Two."] {
            let front = String(Hash256(of: Array(text.utf8)).hex.prefix(12))
            #expect(ambiguous?.message.contains("\(front)  menu.txt") == true)
        }
        #expect(trouble { _ = try desk.detach("menu.tx") }?.message.contains("menu.txt") == true)
        // Seven digits are no name of a file.
        let seven = String(Hash256(of: Array("One.".utf8)).hex.prefix(7))
        #expect(trouble { _ = try desk.detach(seven) }?.kind == .notFound)
        #expect(try desk.finding().evidence.count == 2)
    }

    @Test func `readers detach nothing`() throws {
        let desk = try Desk(role: .reader)
        try desk.hear(from: desk.maya, [Write(field: Self.field, value: .present, replaces: [])])
        let file = try #require(try desk.client.evidence.items(of: try desk.view()).first)
        #expect(trouble { _ = try desk.detach(file.hash.hex) }?.kind == .notAllowed)
        #expect(try desk.finding().evidence.count == 1)
    }
}

extension Desk {
    @discardableResult
    fileprivate func attach(
        _ text: String, name: String?, to criterion: String = criterion
    ) throws -> [AttachedEvidence] {
        let intake = try client.evidence.folder.receive()
        try Array(text.utf8).withUnsafeBytes { try intake.take($0) }
        return try client.evidence.attach(
            [try intake.complete(name: name)], to: criterion, of: try item(), in: try view())
    }

    /// Detaches a file by what somebody calls it.
    fileprivate func detach(_ name: String) throws -> Int {
        let item = try item()
        let view = try view()
        let files = try client.evidence.items(of: item.record, in: view)
            .filter { $0.criterion == Self.criterion }
        return try client.evidence.detach(try files.file(named: name), of: item, in: view)
    }
}
