import Mustache

/// A page as a value: everything that its template says, and nothing that it has to work out.
///
/// A template sees properties by name; what is nil or an empty list is left out of the page. What
/// makes a page of an audit throws `PageError.notFound` where the audit is not here.
protocol Page: Sendable {
    /// The file in `Templates/` without its ending.
    static var template: String { get }
    var frame: PageFrame { get }
}

/// The templates of all pages, parsed once; text is escaped wherever a template puts it.
struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    static let embedded = PageTemplates()

    /// - Precondition: Every embedded template parses; a test renders each of them.
    private init() {
        var library = MustacheLibrary()
        for (path, content) in EmbeddedPageFiles.all where path.hasSuffix(".mustache") {
            let name = String(path.fileName.dropLast(".mustache".count))
            do {
                try library.register(content.description, named: name)
            } catch {
                preconditionFailure("The template \(name) does not parse: \(error)")
            }
        }
        self.library = library
    }

    /// A whole page as HTML in UTF-8.
    func html(_ page: some Page) -> String { html(of: page, template: type(of: page).template) }

    /// A piece of a page, for a script that puts it where the whole page would have it.
    func html(of value: some Sendable, template: String) -> String {
        guard let html = library.render(value, withTemplate: template) else {
            preconditionFailure("There is no template \(template).")
        }
        return DirectionIsolation.isolating(html)
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
