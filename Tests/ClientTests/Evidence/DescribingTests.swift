import Foundation
import Presentation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

struct DescribingTests {
    @Test func `what a picture shows is said with it, found by a search and exported`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach(saying: [.evidenceShows: " The menu, open.\r\nIts ring is blue. "])
        let item = try desk.file()
        #expect(item.said.shows == "The menu, open.\nIts ring is blue.")
        #expect(item.missing == nil)
        let exported = try desk.exported("ndjson").bytes
        #expect(String(decoding: exported, as: UTF8.self).contains(#""shows":"The menu, open.\n"#))
        var query = SearchQuery("blue ring")
        query.place = .findings
        let found = try desk.client.queries.search(query, in: try desk.view(), desk.catalogue)
        #expect(found.total == 1)
    }

    @Test func `a picture without words is marked, and text is not`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach()
        #expect(try desk.file().missing == "Needs a description")
        try desk.attach(Array("plain".utf8), name: "log.txt")
        let items = try desk.client.evidence.items(of: try desk.view())
        #expect(items.filter { $0.missing != nil }.count == 1)
    }

    @Test func `the same words again write nothing, and empty ones take away`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach()
        #expect(try desk.describe([.evidenceShows: "A menu.", .evidenceCaption: "Open\nmenu"]))
        #expect(try desk.file().said.caption == "Open menu")
        let changes = try desk.client.store.push.queue(desk.audit).count
        #expect(try !desk.describe([.evidenceShows: "A menu. "]))
        #expect(try desk.client.store.push.queue(desk.audit).count == changes)
        #expect(try desk.describe([.evidenceShows: " "]))
        #expect(try desk.file().said.shows == nil)
        #expect(try desk.file().said.caption == "Open menu")
    }

    @Test func `words for a file that is attached already are kept`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach()
        #expect(try desk.attach(saying: [.evidenceShows: "A menu."]).map(\.isKnown) == [false])
        #expect(try desk.attach(saying: [.evidenceShows: "A menu."]).map(\.isKnown) == [true])
        #expect(try desk.file().said.shows == "A menu.")
    }

    @Test func `two that describe at once are both kept, and the form replaces what it showed`()
        throws
    {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach()
        let before = try desk.item()
        let file = try desk.file()
        let field = FieldID(criterion: Desk.criterion, .evidenceShows, file.hash.hex)
        let hers = FieldValue.text(Text(normalizing: "Maya's words."))
        try desk.hear(from: desk.maya, [Write(field: field, value: hers, replaces: [])])
        let form = FormContext(showing: before.record)
        _ = try desk.client.evidence.describe(
            file, [.evidenceShows: "Mine."], of: try desk.item(), in: try desk.view(),
            showing: form)
        #expect(try desk.item().record.siblings(of: field).count == 2)
        #expect(try desk.describe([.evidenceShows: "Ours."]))
        #expect(try desk.item().record.siblings(of: field).map(\.value.text) == ["Ours."])
    }

    @Test func `areas are marked, removed one by one, and bounded`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach()
        for number in 0..<EvidenceWords.areasMax { try desk.mark(number) }
        #expect(try desk.file().said.areas.map(\.label).first == "Mark 0")
        #expect(trouble { try desk.mark(20) }?.message.contains("at most 20 marked areas") == true)
        for isThere in [true, false] {
            let wasThere = try desk.client.evidence.unmark(
                Self.id(3), on: try desk.file(), of: try desk.item(), in: try desk.view())
            #expect(wasThere == isThere)
        }
        let areas = try desk.file().said.areas
        #expect(areas.count == 19 && !areas.contains { $0.id == Self.id(3) })
    }

    @Test func `what is no picture has no areas`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach(MovieSample.plain)
        let told = trouble { try desk.mark(1) }?.message
        #expect(told?.contains("only a picture") == true)
        #expect(try desk.file().said.areas.isEmpty)
    }

    @Test func `to detach a file takes what was said and marked with it`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach(saying: [.evidenceShows: "A menu."])
        try desk.mark(1)
        let file = try desk.file()
        _ = try desk.client.evidence.detach(file, of: try desk.item(), in: try desk.view())
        let names = try desk.item().record.registers().compactMap(\.field.name)
        #expect(!names.contains { $0.rawValue.hasPrefix("evidence") })
    }

    @Test func `a finding that is described after it was withdrawn stays withdrawn`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        try desk.attach()
        try desk.client.withdrawals.withdraw(
            try desk.item(), criteria: ["state-open"], reason: "Twice.", in: try desk.view())
        try desk.describe([.evidenceShows: "A menu."])
        #expect(try !desk.finding().withdrawals.isEmpty)
    }

    @Test func `readers describe and mark nothing`() throws {
        let desk = try Desk(role: .reader)
        let hash = Hash256(of: PNGSample.plain).hex
        let present = FieldID(criterion: Desk.criterion, .evidence, hash)
        let name = FieldID(criterion: Desk.criterion, .evidenceName, hash)
        let words = FieldValue.text(Text(normalizing: "menu.png"))
        try desk.hear(
            from: desk.maya,
            [
                Write(field: present, value: .present, replaces: []),
                Write(field: name, value: words, replaces: []),
            ])
        #expect(trouble { _ = try desk.describe([.evidenceShows: "x"]) }?.kind == .notAllowed)
        #expect(trouble { try desk.mark(1) }?.kind == .notAllowed)
    }

    fileprivate static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Desk {
    @discardableResult
    fileprivate func attach(
        _ bytes: [UInt8] = PNGSample.plain, name: String = "menu.png",
        saying texts: EvidenceTexts = [:]
    ) throws -> [AttachedEvidence] {
        let intake = try client.evidence.folder.receive()
        try bytes.withUnsafeBytes { try intake.take($0) }
        return try client.evidence.attach(
            [try intake.complete(name: name)], to: Self.criterion, of: try item(), in: try view(),
            saying: texts)
    }

    fileprivate func file() throws -> EvidenceItem {
        try #require(try client.evidence.items(of: try view()).first { $0.name == "menu.png" })
    }

    @discardableResult
    fileprivate func describe(_ texts: EvidenceTexts) throws -> Bool {
        try client.evidence.describe(try file(), texts, of: try item(), in: try view())
    }

    fileprivate func mark(_ number: Int) throws {
        let area = try #require(
            MarkedArea(
                id: DescribingTests.id(number), left: number, top: 1, width: 10, height: 10,
                label: "Mark \(number)"))
        try client.evidence.mark(area, on: try file(), of: try item(), in: try view())
    }
}
