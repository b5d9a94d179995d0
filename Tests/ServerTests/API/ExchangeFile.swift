import Foundation

/// A file of docs/protocol: requests to one server in order, each with the answer it got.
///
/// Lines that begin with `#` are for people, but for `# Server:`, which names the server that the
/// first request meets, and `###`, which begins an exchange.
struct ExchangeFile: Sendable {
    /// The file's name without its ending.
    let name: String
    let server: ExchangeServer
    /// Everything before the first exchange.
    let preface: String
    let exchanges: [Exchange]

    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../docs/protocol").standardized

    /// Every recorded file, by name.
    static func all() throws -> [ExchangeFile] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".http") }
            .map { try ExchangeFile(name: String($0.dropLast(".http".count))) }
    }

    init(name: String) throws {
        self.name = name
        let text = try String(contentsOf: Self.url(of: name), encoding: .utf8)
        var parts = text.components(separatedBy: "\n### ")
        preface = parts.removeFirst()
        let mark = "# Server: "
        let named = preface.split(separator: "\n").first { $0.hasPrefix(mark) }
        guard let server = named.flatMap({ ExchangeServer(rawValue: String($0.dropFirst(10))) })
        else { throw Unreadable(file: name, why: "no line `\(mark)NAME` before the exchanges") }
        self.server = server
        exchanges = try parts.map { part in
            guard let exchange = Exchange("### " + part) else {
                throw Unreadable(file: name, why: "no request in: \(part.prefix(60))")
            }
            return exchange
        }
    }

    /// Writes the file anew with other answers.
    func record(_ exchanges: [Exchange]) throws {
        let text = ([preface] + exchanges.map(\.text)).joined(separator: "\n")
        try Data(text.utf8).write(to: Self.url(of: name), options: .atomic)
    }

    private static func url(of name: String) -> URL { folder.appending(path: "\(name).http") }

    struct Unreadable: Error {
        let file: String
        let why: String
    }
}

/// One request as it is written down, and its answer.
struct Exchange: Sendable {
    /// What the exchange shows, in a sentence.
    let title: String
    let method: String
    let path: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// From the status line to the end, without empty lines around it.
    let answer: String
    /// From the `###` to the end of the request.
    private let request: String

    /// Reads one exchange; nil without a request line.
    init?(_ text: String) {
        let lines = text.components(separatedBy: "\n")
        let end = lines.firstIndex { $0.hasPrefix("HTTP/1.1 ") } ?? lines.endIndex
        request = lines[..<end].joined(separator: "\n").trimmed
        answer = lines[end...].joined(separator: "\n").trimmed
        title = String((lines.first ?? "").dropFirst("### ".count))
        let asked = lines[..<end].drop { $0.hasPrefix("#") || $0.isEmpty }
        guard let first = asked.first?.split(separator: " ").map(String.init), first.count == 3
        else { return nil }
        method = first[0]
        path = first[1]
        let head = asked.dropFirst().prefix { !$0.isEmpty }
        headers = head.compactMap { line in
            line.firstRange(of: ": ").map {
                (name: String(line[..<$0.lowerBound]), value: String(line[$0.upperBound...]))
            }
        }
        let rest = asked.dropFirst(1 + head.count).joined(separator: "\n").trimmed
        let isText = headers.contains { $0.name == "Content-Type" && $0.value.isText }
        body = isText ? [UInt8](rest.utf8) : ExchangeText.bytes(ofDump: rest)
    }

    private init(_ exchange: Exchange, answer: String) {
        title = exchange.title
        method = exchange.method
        path = exchange.path
        headers = exchange.headers
        body = exchange.body
        request = exchange.request
        self.answer = answer
    }

    /// The same request with another answer.
    func answered(_ answer: String) -> Exchange { Exchange(self, answer: answer) }

    /// As it stands in the file.
    var text: String { "\(request)\n\n\(answer)\n" }
}

extension String {
    /// Whether a body of this media type is written as it is, and not as a dump of its bytes.
    var isText: Bool { hasPrefix("text/") || contains("json") }

    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
