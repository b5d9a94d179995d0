import TestSupport
import Testing

@testable import Shared

struct EvidenceWordsTests {
    private static let file = String(repeating: "ab", count: 32)
    private static let criterion = "menu.ios.trigger-name"

    @Test(arguments: [
        "0 0 10000 10000 All of it", "3200 5900 3600 900 The grabber: no state", "0 0 1 1 \u{05D0}",
    ])
    func `an area is written as it is read`(_ text: String) throws {
        let area = try #require(MarkedArea(id: "0123456789abcdef", text: text))
        #expect(area.text == text)
    }

    @Test(arguments: [
        "", "1 2 3", "1 2 3 4", "1 2 3 4 ", "0 0 0 5 Flat", "9000 0 1001 5 Beyond",
        "0 9000 5 1001 Below", "-1 0 5 5 Left", "0 0 65536 5 Wide", "0 0 99999999999999999999 5 x",
        "0  0 5 5 x", "+1 0 5 5 x", "\u{661} 0 5 5 x",
    ])
    func `what lies not within the picture or says nothing is no area`(_ text: String) {
        #expect(MarkedArea(id: "0123456789abcdef", text: text) == nil)
    }

    @Test func `a finding tells what is said of the files that it has, and of no other`() throws {
        let other = String(repeating: "cd", count: 32)
        func field(_ name: FieldName, _ element: String) -> FieldID {
            FieldID(criterion: Self.criterion, name, element)
        }
        let area = FieldID(
            criterion: Self.criterion, .evidenceArea, Self.file, "0123456789abcdef")
        let values: [(FieldID, FieldValue)] = [
            (field(.evidence, Self.file), .present),
            (field(.evidenceShows, Self.file), .text(Text(normalizing: "A menu."))),
            (field(.evidenceCaption, Self.file), .text(Text(normalizing: "Open"))),
            (field(.evidenceHeard, Self.file), .text(Text(normalizing: "Options, button"))),
            (area, .text(Text(normalizing: "1 2 3 4 No state"))),
            // Said of a file that somebody detached meanwhile.
            (field(.evidenceShows, other), .text(Text(normalizing: "Gone."))),
        ]
        let registers = values.map { id, value in
            (field: id, siblings: [Sibling.sample(of: value)])
        }
        let words = EvidenceWords(of: Self.file, in: registers)
        #expect(words.said == ["A menu.", "Open", "Options, button", "No state"])
        #expect(EvidenceWords(of: other, in: registers).shows == "Gone.")
        #expect(EvidenceWords(of: String(repeating: "ef", count: 32), in: registers).isEmpty)
    }

    @Test(arguments: [
        ("menu.png", [UInt8]("....ftypmp42".utf8), ".png"),
        ("menu.mp4", Array("....ftypmp42".utf8), nil),
        ("menu.mov", Array("....ftypmp42".utf8), nil), ("MENU.JPG", [0xFF, 0xD8, 0xFF], nil),
        ("menu.jpeg", Array("GIF89a".utf8), ".jpeg"), ("menu", [0xFF, 0xD8, 0xFF], nil),
        ("menu.docx", [0x50, 0x4B, 3, 4], nil), (".png", [0xFF, 0xD8, 0xFF], nil),
        ("menu.png", Array("plain".utf8), ".png"),
    ])
    func `a name that promises what the bytes are not is told`(
        _ name: String, _ bytes: [UInt8], _ broken: String?
    ) {
        #expect(EvidenceType(sniffing: bytes).brokenPromise(of: name) == broken)
    }
}

extension Sibling {
    fileprivate static func sample(of value: FieldValue) -> Sibling {
        let id = FieldID(criterion: "menu.ios.trigger-name", .note)
        let change = Change(
            key: Sample.state, dot: Dot(replica: Sample.replica(1), n: 1),
            body: ChangeBody(
                author: Sample.person(1), act: .edit,
                writes: [Write(field: id, value: value, replaces: [])], sees: VersionVector(),
                wallTime: 1))
        return Record(key: Sample.state).applying(change).siblings(of: id)[0]
    }
}
