#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes a form with files apart as it comes (RFC 7578), holding a piece and a part's head.
package struct MultipartReader {
    /// What comes of a form, in its order.
    package enum Event: Hashable, Sendable {
        case begin(Part)
        case bytes([UInt8])
        case end
    }

    /// The head of a part.
    package struct Part: Hashable, Sendable {
        package let name: String
        /// The file's name, as the browser says it; nil for a field without files.
        package let file: String?
    }

    private enum Place { case preamble, delimiter, head, content, epilogue }

    private static let headBytesMax = 8 * 1024
    private static let boundaryBytesMax = 70
    private let delimiter: [UInt8]
    private var place = Place.preamble
    /// What came and could not be told apart yet; the first delimiter needs no line before it.
    private var rest: [UInt8] = Array("\r\n".utf8)

    init?(contentType: String) {
        let parameters = contentType.split(separator: ";").map { $0.drop { $0 == " " } }
        guard parameters.first?.lowercased() == "multipart/form-data",
            let boundary = parameters.dropFirst().first(where: {
                $0.lowercased().hasPrefix("boundary=")
            })?.dropFirst("boundary=".count)
        else { return nil }
        let bytes = boundary.utf8.filter { $0 != UInt8(ascii: "\"") }
        guard (1...Self.boundaryBytesMax).contains(bytes.count) else { return nil }
        delimiter = Array("\r\n--".utf8) + bytes
    }

    /// Takes the next piece, cut anywhere; after an error nothing that follows can be read.
    mutating func read(_ piece: some Sequence<UInt8>) throws(PageError) -> [Event] {
        rest += piece
        var events: [Event] = []
        while try step(&events) {}
        return events
    }

    func finish() throws(PageError) { guard place == .epilogue else { throw .badForm } }

    /// Whether there may be more to tell apart in what is here.
    private mutating func step(_ events: inout [Event]) throws(PageError) -> Bool {
        switch place {
        case .preamble: return toDelimiter { _ in }
        case .delimiter: return try afterDelimiter()
        case .head: return try head(&events)
        case .content:
            let isWhole = toDelimiter { if !$0.isEmpty { events.append(.bytes($0)) } }
            if isWhole { events.append(.end) }
            return isWhole
        case .epilogue:
            rest = []
            return false
        }
    }

    /// Hands on what is before the next delimiter, or all that cannot be a part of one.
    private mutating func toDelimiter(_ take: ([UInt8]) -> Void) -> Bool {
        if let found = index(of: delimiter) {
            take(Array(rest[..<found]))
            rest.removeFirst(found + delimiter.count)
            place = .delimiter
            return true
        }
        let sure = max(0, rest.count - delimiter.count + 1)
        take(Array(rest[..<sure]))
        rest.removeFirst(sure)
        return false
    }

    private mutating func afterDelimiter() throws(PageError) -> Bool {
        guard rest.count >= 2 else { return false }
        switch (rest[0], rest[1]) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")): place = .epilogue
        case (UInt8(ascii: "\r"), UInt8(ascii: "\n")): place = .head
        default: throw .badForm  // open set: bytes
        }
        rest.removeFirst(2)
        return true
    }

    private mutating func head(_ events: inout [Event]) throws(PageError) -> Bool {
        let blank = Array("\r\n\r\n".utf8)
        guard let end = index(of: blank), end <= Self.headBytesMax else {
            guard rest.count <= Self.headBytesMax else { throw .badForm }
            return false
        }
        guard let text = String(validating: rest[..<end], as: UTF8.self), let part = Self.part(text)
        else { throw .badForm }
        rest.removeFirst(end + blank.count)
        place = .content
        events.append(.begin(part))
        return true
    }

    private static func part(_ head: String) -> Part? {
        let prefix = "content-disposition:"
        let lines = head.split(separator: "\r\n")
        guard let line = lines.first(where: { $0.lowercased().hasPrefix(prefix) }),
            let name = parameter("name", in: line)
        else { return nil }
        return Part(name: name, file: parameter("filename", in: line))
    }

    /// A quoted parameter of a header, with what browsers cannot write in quotes put back.
    private static func parameter(_ name: String, in line: Substring) -> String? {
        guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound,
            let end = line[start...].firstIndex(of: "\"")
        else { return nil }
        return String(line[start..<end]).replacing("%22", with: "\"").replacing("%0D", with: "\r")
            .replacing("%0A", with: "\n")
    }

    /// Where bytes that begin with a carriage return stand first.
    private func index(of wanted: [UInt8]) -> Int? {
        rest.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return nil }
            var from = 0
            while from + wanted.count <= all.count {
                let span = all.count - wanted.count - from + 1
                guard let hit = memchr(base + from, Int32(wanted[0]), span) else { return nil }
                let place = UnsafeRawPointer(hit) - base
                if memcmp(hit, wanted, wanted.count) == 0 { return place }
                from = place + 1
            }
            return nil
        }
    }
}
