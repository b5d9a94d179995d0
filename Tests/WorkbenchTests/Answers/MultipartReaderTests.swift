import Testing

@testable import Site
@testable import Workbench

/// Forms with files, however the network cuts them.
struct MultipartReaderTests {
    private static let type = "multipart/form-data; boundary=----accord7"
    private static let form = """
        ------accord7\r
        Content-Disposition: form-data; name="criterion"\r
        \r
        menu.android.state-open\r
        ------accord7\r
        Content-Disposition: form-data; name="file"; filename="a %22menu%22.png"\r
        Content-Type: image/png\r
        \r
        \r\n--\r\n------accord\r\nlast\r
        ------accord7\r
        Content-Disposition: form-data; name="file"; filename=""\r
        Content-Type: application/octet-stream\r
        \r
        \r
        ------accord7--\r

        """

    private static let expected: [Read] = [
        Read(name: "criterion", file: nil, text: "menu.android.state-open"),
        Read(name: "file", file: #"a "menu".png"#, text: "\r\n--\r\n------accord\r\nlast"),
        Read(name: "file", file: "", text: ""),
    ]

    private struct Read: Equatable {
        let name: String
        let file: String?
        var bytes: [UInt8] = []

        init(name: String, file: String?, text: String = "") {
            self.name = name
            self.file = file
            bytes = Array(text.utf8)
        }
    }

    private static func read(_ pieces: [some Collection<UInt8>]) throws -> [Read] {
        var reader = try #require(MultipartReader(contentType: type))
        var parts: [Read] = []
        var ended = 0
        for piece in pieces {
            for event in try reader.read(piece) {
                switch event {
                case .begin(let part): parts.append(Read(name: part.name, file: part.file))
                case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
                case .end: ended += 1
                }
            }
        }
        try reader.finish()
        #expect(ended == parts.count)
        return parts
    }

    @Test func `a form says the same wherever it is cut in two`() throws {
        let bytes = Array(Self.form.utf8)
        for cut in 0...bytes.count {
            let parts = try Self.read([bytes[..<cut], bytes[cut...]])
            #expect(parts == Self.expected, "cut at \(cut)")
        }
    }

    @Test func `a form says the same when every byte comes alone`() throws {
        #expect(try Self.read(Self.form.utf8.map { [$0] }) == Self.expected)
    }

    @Test func `no more is held of a file than could be a delimiter`() throws {
        var reader = try #require(MultipartReader(contentType: Self.type))
        _ = try reader.read(
            Array("------accord7\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n".utf8))
        let events = try reader.read([UInt8](repeating: 13, count: 100_000))
        guard case .bytes(let bytes) = events.first else {
            Issue.record("\(events.count) events")
            return
        }
        #expect(bytes.count > 99_900)
    }

    @Test func `a form that is cut off anywhere is refused`() throws {
        let bytes = Array(Self.form.utf8)
        // Whatever follows the last two dashes says nothing.
        for end in 0..<(bytes.count - 2) {
            #expect(throws: PageError.badForm, "\(end)") { try Self.read([bytes[..<end]]) }
        }
    }

    @Test(arguments: [
        "------accord7\r\n\r\nno head\r\n------accord7--",
        "------accord7xx\r\n",
        "------accord7\r\nContent-Disposition: form-data\r\n\r\n------accord7--",
    ])
    func `a form that is none is refused`(text: String) {
        #expect(throws: PageError.badForm) { try Self.read([Array(text.utf8)]) }
    }

    @Test func `a head without an end is refused before it fills the memory`() throws {
        var reader = try #require(MultipartReader(contentType: Self.type))
        _ = try reader.read(Array("------accord7\r\n".utf8))
        #expect(throws: PageError.badForm) {
            for _ in 0..<100 { _ = try reader.read([UInt8](repeating: 65, count: 1000)) }
        }
    }

    @Test(arguments: [
        "", "multipart/form-data", "multipart/form-data; boundary=", "text/plain; boundary=x",
        "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
    ])
    func `what names no boundary is no form with files`(type: String) {
        #expect(MultipartReader(contentType: type) == nil)
    }
}
