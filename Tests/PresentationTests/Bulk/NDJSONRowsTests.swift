import Presentation
import Shared
import Testing

struct NDJSONRowsTests {
    private let keys =
        #""screen":"Accounts","label":"Options","environment":"ios-voiceover-phone-18","#
        + #""state":"expanded","criterion":"state-open""#

    private func read(_ text: String) throws(BulkInputError) -> [BulkRow] {
        try FindingRowReader.read(Array(text.utf8), as: .ndjson)
    }

    /// What is wrong with a text, each as `line 2, column state: ...`.
    private func problems(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            return error.summary
        }
    }

    @Test func `a line of JSON may leave out keys, say null, and have export columns`() throws {
        let rows = try read(
            "{\(keys),\"ordinal\":2,\"tags\":[\"a\"],\"note\":null,\"basis\":[1]}\r\n\n"
                + "{\(keys),\"ordinal\":\"3\",\"outcome\":\"cantTell\"}")
        #expect(rows.map(\.line) == [1, 3])
        #expect(rows.map(\.entry.ordinal) == [2, 3])
        #expect(rows.map(\.entry.lists[.tag]) == [["a"], nil])
        #expect(rows.map(\.entry.outcome) == [nil, .cantTell])
    }

    @Test func `an empty text of JSON empties, null says nothing`() throws {
        let rows = try read(
            "{\(keys),\"note\":\"\",\"heard\":null,\"device\":\"\"}")
        let entry = try #require(rows.first?.entry)
        #expect(entry.texts[.note] == "")
        #expect(entry.texts[.heard] == nil)
        #expect(entry.texts[.device] == "")
        #expect(!entry.isSilent)
    }

    @Test func `an empty file of JSON lines has no rows`() throws {
        #expect(try read("\n").isEmpty)
    }

    @Test(arguments: ["\n", " ", ""])
    func `an array is read as the same objects line by line`(space: String) throws {
        let rows = ["{\(keys),\"tags\":[\" x \",\" \"]}", "{\(keys),\"note\":\"a ] } \\\" \\\\\"}"]
        let text = "\(space)[\(space)" + rows.joined(separator: "\(space),\(space)") + "\(space)]\n"
        let read = try read(text)
        #expect(read.map(\.entry) == (try self.read(rows.joined(separator: "\n"))).map(\.entry))
        #expect(read.map(\.entry.lists[.tag]) == [["x"], nil])
        #expect(read.map(\.line) == (space == "\n" ? [3, 5] : [1, 1]))
        #expect(try self.read("[\(space)]").isEmpty)
    }

    @Test(arguments: [
        ("[", 1, "is not closed"), ("[\n{},", 2, "is not closed"), ("[{}\n}", 2, "commas"),
        ("[\n5]", 2, "write a JSON object here"), ("[{},]", 1, "commas"),
        ("[]\n{}", 2, "behind the array's end"), ("[{}\n{}]", 2, "commas"),
        ("[\"", 1, "not closed"),
    ])
    func `an array that is none is told with its line`(text: String, line: Int, words: String) {
        let told = problems(text)
        #expect(
            told.contains { $0.hasPrefix("line \(line)") && $0.contains(words) }, "\(told)")
    }

    @Test(arguments: ["5", "{", "{} {}", "\"a\""])
    func `a line that is not one JSON object is told`(line: String) {
        #expect(
            problems("\n" + line) == [
                "line 2: write one JSON object on this line, in UTF-8"
            ])
    }

    @Test func `an array among lines that are objects is no row`() {
        #expect(
            problems("{\(keys)}\n[{\(keys)}]") == [
                "line 2: write one JSON object on this line, in UTF-8"
            ])
    }

    @Test func `half a surrogate pair is no text`() {
        #expect(
            problems("{\(keys),\"note\":\"\\ud800\"}") == [
                "line 1, column note: write a text in quotes and in UTF-8, or null"
            ])
    }

    @Test func `keys that are unknown or of the wrong type are told by name`() {
        let row = "{\(keys),\"tags\":\"a\",\"ordinal\":[],\"note\":5,\"Outcome\":1}"
        #expect(
            problems(row).map { $0.prefix { $0 != ":" } } == [
                "line 1, column Outcome", "line 1, column note", "line 1, column ordinal",
                "line 1, column tags",
            ])
    }

    @Test(arguments: [
        (#""note":"a","note":"b""#, ["note"]), (#""note":"a","n\u006fte":null"#, ["note"]),
        (#""siblings":[{"a":1,"a":2}],"versions":{"note":[]},"note":"b""#, []),
        (#""state":"a \" b","label":"x","tags":[",","tags"]"#, ["state", "label"]),
    ])
    func `a key that is there twice is told, whatever the two say`(
        more: String, doubled: [String]
    ) {
        let found = problems("{\(keys),\(more)}")
        let advice = doubled.map { "line 1, column \($0): the key is there twice: keep one" }
        #expect(found.filter { $0.contains("twice") } == advice)
    }
}
