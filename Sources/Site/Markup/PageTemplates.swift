import Mustache

/// A page as a value: everything that its template says, and nothing that it has to work out.
///
/// A template sees properties by name; what is nil or an empty list is left out of the page. What
/// makes a page of an audit throws `PageError.notFound` where the audit is not here.
package protocol Page: Sendable {
    /// The file in `Templates/` without its ending.
    static var template: String { get }
    var frame: PageFrame { get }
}

/// The templates of all pages, parsed once; text is escaped wherever a template puts it.
package struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    package static let embedded = PageTemplates()

    /// - Precondition: Every embedded template parses; a test renders each of them.
    private init() {
        MustacheContentTypes.register(PageText(), named: PageText.name)
        var library = MustacheLibrary()
        for (path, content) in EmbeddedPageFiles.all where path.hasSuffix(".mustache") {
            let name = String(path.fileName.dropLast(".mustache".count))
            do {
                // In each by itself: one that another brings in begins with the library's own.
                try library.register(
                    "{{% CONTENT_TYPE:\(PageText.name)}}\(content.description)", named: name)
            } catch {
                preconditionFailure("The template \(name) does not parse: \(error)")
            }
        }
        self.library = library
    }

    /// A whole page as HTML in UTF-8.
    func html(_ page: some Page) -> String { html(of: page, template: type(of: page).template) }

    /// A piece of a page, for a script that puts it where the whole page would have it.
    package func html(of value: some Sendable, template: String) -> String {
        let drawn = DrawnValue.drawn(value) ?? value
        guard let html = library.render(drawn, withTemplate: template) else {
            preconditionFailure("There is no template \(template).")
        }
        return DirectionIsolation.isolating(html)
    }
}

/// Escapes text for an element or an attribute in quotes, byte by byte.
///
/// The library does it character by character, and a mark that belongs to a `<` or a quote (U+0301
/// behind it, U+0600 before it) makes another character of it, which it leaves as it is.
private struct PageText: MustacheContentType {
    static let name = "PAGE"

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.escape($0) != nil }) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if let escape = Self.escape(byte) { bytes += escape.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(_ byte: UInt8) -> String? {
        switch Unicode.Scalar(byte) {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil  // open set: all other bytes
        }
    }
}

/// A style sheet, script or picture that pages load from beside themselves.
struct PageAsset: Sendable {
    /// As in the header `Content-Type`.
    let mediaType: String
    let bytes: [UInt8]

    /// Every asset the program carries, by name.
    static let all: [String: PageAsset] = Dictionary(
        uniqueKeysWithValues: EmbeddedPageFiles.all.compactMap { path, content in
            let ending = path.split(separator: ".").last.map(String.init) ?? ""
            guard let type = mediaTypes[ending] else { return nil }
            let bytes = Array(content.description.utf8)
            return (path.fileName, PageAsset(mediaType: type, bytes: bytes))
        })

    private static let mediaTypes = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]
}

extension String {
    fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
