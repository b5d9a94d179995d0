import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

struct AuditClientEvidenceTests {
    @Test func `an attached file is here, to be sent, and named beside its finding`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        let attached = try desk.attach("A menu.", name: "/home/tomas/menu.txt")
        #expect(attached.map(\.name) == ["menu.txt"])
        #expect(try desk.finding().evidence == attached.map(\.hash.hex))
        let item = try #require(try desk.client.evidence.items(of: try desk.view()).first)
        #expect(item.place == .toSend)
        #expect(item.name == "menu.txt")
        #expect(item.type?.mediaType == "text/plain; charset=utf-8")
        #expect(try desk.client.queries.overview(of: desk.audit).evidenceToSend == 1)
    }

    @Test func `the same bytes again are told, and nothing is written`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        #expect(try desk.attach("A menu.", name: "menu.txt").map(\.isKnown) == [false])
        let changes = try desk.client.store.push.queue(desk.audit).count
        #expect(try desk.attach("A menu.", name: "other.txt").map(\.isKnown) == [true])
        // Also where two people attached the same file without having seen each other.
        let element = Hash256(of: Array("A menu.".utf8)).hex
        let field = FieldID(criterion: Desk.criterion, .evidence, element)
        try desk.hear(from: desk.lee, [Write(field: field, value: .present, replaces: [])])
        #expect(try desk.attach("A menu.", name: "menu.txt").map(\.isKnown) == [true])
        #expect(try desk.client.store.push.queue(desk.audit).count == changes)
        #expect(try desk.client.evidence.items(of: try desk.view()).map(\.name) == ["menu.txt"])
    }

    @Test func `a program that ends before the finding is saved leaves a file alone`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        // What `attach` does up to the change.
        let source = try TestFile("Nobody refers to it.")
        let file = try desk.client.evidence.folder.add(EvidenceSource(source.handle, name: nil))
        try desk.client.store.evidence.queue([(file.hash, file.size)], of: desk.audit)
        #expect(try desk.finding().evidence == [])
        let check = try desk.client.evidence.scrub()
        #expect(check.orphans == [file.hash])
        #expect(check.missing == [])
        #expect(try desk.client.store.evidence.toSend(desk.audit).isEmpty)
    }

    @Test func `a file of somebody else is pending until it is here`() throws {
        let desk = try Desk()
        let hash = Hash256(of: Array("Maya's".utf8))
        let element = hash.hex
        try desk.hear(
            from: desk.maya,
            [
                Write(
                    field: FieldID(criterion: Desk.criterion, .evidence, element),
                    value: .present, replaces: []),
                Write(
                    field: FieldID(criterion: Desk.criterion, .evidenceName, element),
                    value: .text(Text(normalizing: "../../.ssh/menu.png")), replaces: []),
            ])
        #expect(try desk.client.evidence.queued(desk.audit).toFetch == 1)
        #expect(try desk.client.queries.overview(of: desk.audit).evidencePending == 1)
        let item = try #require(try desk.client.evidence.items(of: desk.view()).first)
        #expect(item.place == .pending)
        #expect(item.author == desk.maya)
        // Names of others lead nowhere.
        #expect(item.name == "menu.png")
        let source = try TestFile("Maya's")
        _ = try desk.client.evidence.folder.add(EvidenceSource(source.handle, name: nil))
        #expect(try desk.client.evidence.items(of: try desk.view()).first?.place == .here)
        #expect(try desk.client.queries.overview(of: desk.audit).evidencePending == 0)
    }

    @Test func `a damaged file is set aside and wanted again`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        let hash = try #require(try desk.attach("A menu.", name: nil).first?.hash)
        try Data("other".utf8).write(to: URL(filePath: desk.client.evidence.folder.path(of: hash)))
        let check = try desk.client.evidence.scrub()
        #expect(check.damaged == [hash])
        #expect(check.missing == [hash])
        #expect(try desk.client.store.evidence.toFetch(desk.audit).map(\.hash) == [hash])
    }

    @Test func `copies never overwrite another file`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        for text in ["One.", "Two."] { _ = try desk.attach(text, name: "menu.txt") }
        let folder = try TemporaryFolder(preferMemory: true)
        let items = try desk.client.evidence.items(of: try desk.view())
        // Twice, because copying again finds the copies.
        for _ in 0..<2 {
            let copies = try items.map { try desk.client.evidence.copy($0, to: folder.url) }
            let texts = try copies.map { try String(contentsOf: $0, encoding: .utf8) }
            #expect(Set(texts) == ["One.", "Two."])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2)
    }

    @Test(arguments: [
        ("menu.png", "menu.png"), ("../../etc/passwd", "passwd"),
        ("C:\\desk\\menu.png", "menu.png"), ("..", nil), ("/", nil), (".hidden", "hidden"),
        ("a\u{1B}[2Jb\n", "a[2Jb"),
    ])
    func `a name is made fit for every folder`(_ given: String, _ kept: String?) {
        #expect(EvidenceName.cleaned(given) == kept)
    }

    @Test func `readers attach nothing`() throws {
        let desk = try Desk(role: .reader)
        let told = trouble { _ = try desk.attach("A menu.", name: nil) }
        #expect(told?.kind == .notAllowed)
        #expect(try desk.client.evidence.scrub().sound == 0)
    }
}

/// Text in a file that can be read.
private struct TestFile {
    let handle: FileHandle
    private let folder: TemporaryFolder

    init(_ text: String) throws {
        folder = try TemporaryFolder(preferMemory: true)
        let url = folder.url.appending(path: "file")
        try Data(text.utf8).write(to: url)
        handle = try FileHandle(forReadingFrom: url)
    }
}

extension Desk {
    fileprivate func attach(_ text: String, name: String?) throws -> [AttachedEvidence] {
        let file = try TestFile(text)
        return try client.evidence.attach(
            [EvidenceSource(file.handle, name: name)], to: Self.criterion, of: try item(),
            in: try view())
    }
}
