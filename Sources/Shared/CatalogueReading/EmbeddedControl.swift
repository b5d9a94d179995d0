import Foundation

/// A control that is built into the programs, read when it is first asked for.
///
/// `make embed` writes `EmbeddedControls` from the files: headings as they are, and each control in
/// the form that `write` gives.
package struct EmbeddedControl: Sendable {
    let heading: Control.Heading
    let control: @Sendable () -> Control

    package static let pin = CataloguePin(
        version: EmbeddedControls.version, files: Hash256(hex: EmbeddedControls.hash) ?? .zero)

    /// What all of them share, read when the first of them is.
    static let shared = Shared(decoded(EmbeddedControls.sharedText))
    /// Nearly no program reads a capture.
    fileprivate static let captureRules: [CaptureRule] = decoded(EmbeddedControls.captureText)

    struct Shared: Sendable {
        let words: [ScreenReader: SpokenWords]
        let commons: CatalogueCommons

        fileprivate init(_ text: SharedText) {
            words = Dictionary(
                uniqueKeysWithValues: text.words.map { ($0.reader, SpokenWords($0)) })
            commons = text.commons
        }
    }

    /// The part of the shared files with which a control is judged.
    fileprivate struct SharedText: Codable {
        let words: [SpokenWords.Given]
        let commons: CatalogueCommons
    }

    static func read(_ text: StaticString) -> Control {
        var control: Control = decoded(text)
        control.platforms = control.platforms.map { platform in
            let reader = ScreenReader(rawValue: platform.id)
            let words = reader.flatMap { shared.words[$0] } ?? .none
            return platform.completed(words, among: shared.commons.technologies)
        }
        return control
    }

    private static func decoded<Value: Decodable>(_ text: StaticString) -> Value {
        text.withUTF8Buffer { bytes in
            do { return try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch {
                preconditionFailure("The programs carry what `make embed` wrote: \(error)")
            }
        }
    }

    /// One line, the same on every machine.
    package static func write(_ control: Control) throws -> String { try text(of: control) }

    /// The same of what the controls of a folder share.
    package static func writeShared(of files: CatalogueFiles) throws -> String {
        let shared = try CatalogueReading.sharedEntries(of: files.files, in: nil)
        return try text(of: SharedText(words: shared.givenWords, commons: shared.commons))
    }

    /// The same of the rules by which captures are read.
    package static func writeCaptures(of files: CatalogueFiles) throws -> String {
        try text(of: CatalogueReading.sharedEntries(of: files.files, in: nil).captureRules)
    }

    private static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    struct Source: ControlSource {
        func control(_ id: String) -> Control? {
            EmbeddedControls.all.first { $0.heading.id == id }?.control()
        }

        var captureRules: [CaptureRule] { EmbeddedControl.captureRules }

        var files: CatalogueFiles {
            do { return try CatalogueFiles(EmbeddedFiles.catalogue) } catch {
                preconditionFailure("The files that are built in are few and small: \(error)")
            }
        }
    }
}
