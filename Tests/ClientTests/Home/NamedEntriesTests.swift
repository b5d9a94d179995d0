import Foundation
import Reading
import TestSupport
import Testing

@testable import Client

/// What is kept under names of one's own, in the home and nowhere else.
struct NamedEntriesTests {
    private let folder: TemporaryFolder
    private let client: AuditClient

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        let home = ClientHome(
            home: folder.url.appending(path: "home").path, state: nil, environment: [:])
        client = try AuditClient.create(home, name: "Maya Lindqvist")
    }

    @Test func `what is kept is listed by name, whatever its letters`() throws {
        try client.snippets.keep("Silent.", as: "state")
        try client.snippets.keep("Twice.\r\nOnce more.", as: " Name ")
        try client.snippets.keep("قائمة", as: "الحالة")
        #expect(client.snippets.all().map(\.name) == ["Name", "state", "الحالة"])
        #expect(try client.snippets.text(of: "NAME") == "Twice.\nOnce more.")
    }

    @Test func `a name that is taken is refused, and its text stays`() throws {
        try client.snippets.keep("Silent.", as: "State")
        #expect(throws: AuditError.self) { try client.snippets.keep("Other.", as: "STATE") }
        #expect(throws: AuditError.self) {
            try client.snippets.keep("Other.", as: "a\nb")
        }
        #expect(throws: AuditError.self) { try client.snippets.keep(" \n", as: "Blank") }
        #expect(client.snippets.all().map(\.value) == ["Silent."])
    }

    @Test func `a change of name leaves nothing under the former one`() throws {
        try client.snippets.keep("Silent.", as: "State")
        try client.snippets.keep("Says nothing.", as: "state", inPlaceOf: "State")
        try client.snippets.keep("Says nothing.", as: "No state", inPlaceOf: "state")
        #expect(client.snippets.all().map(\.name) == ["No state"])
        try client.snippets.remove("no state")
        #expect(client.snippets.all().isEmpty)
    }

    @Test func `there are no more than a form can offer`() throws {
        for number in 0..<NamedEntries<String>.countMax {
            try client.snippets.keep("Text", as: "\(number)")
        }
        #expect(throws: AuditError.self) { try client.snippets.keep("Text", as: "more") }
        try client.snippets.keep("Other", as: "seven", inPlaceOf: "7")
        #expect(client.snippets.all().count == NamedEntries<String>.countMax)
    }

    @Test func `a file that cannot be read is none, and no obstacle`() throws {
        try client.snippets.keep("Silent.", as: "State")
        let snippets = client.home.folder.appending(path: "snippets")
        try Data("{".utf8).write(to: snippets.appending(path: "torn.json"))
        #expect(client.snippets.all().map(\.name) == ["State"])
    }
}
