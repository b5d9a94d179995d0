import Foundation

/// A control that is built into the programs, read when it is first asked for.
///
/// `make embed` writes `EmbeddedControls` from the files: headings as they are, and each control in
/// the form that `write` gives.
package struct EmbeddedControl: Sendable {
    let heading: Control.Heading
    let control: @Sendable () -> Control

    static let pin = CataloguePin(
        version: EmbeddedControls.version, files: Hash256(hex: EmbeddedControls.hash) ?? .zero)

    /// What all of them share; an error only when a file of Accord itself is wrong.
    static let shared = Result { () throws(CatalogueError) in
        try CatalogueReading.sharedEntries(of: CatalogueLoader.sharedFiles, in: nil)
    }

    static func read(_ text: StaticString) -> Control {
        text.withUTF8Buffer { bytes in
            do {
                var control = try JSONDecoder().decode(Control.self, from: Data(bytes))
                let shared = try shared.get()
                control.platforms = control.platforms.map { platform in
                    let reader = ScreenReader(rawValue: platform.id)
                    let words = reader.flatMap { shared.words[$0] } ?? .none
                    return platform.completed(words, among: shared.technologies)
                }
                return control
            } catch { preconditionFailure("The programs carry what `make embed` wrote: \(error)") }
        }
    }

    /// One line, the same on every machine.
    package static func write(_ control: Control) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(control), as: UTF8.self)
    }

    struct Source: ControlSource {
        func control(_ id: String) -> Control? {
            EmbeddedControls.all.first { $0.heading.id == id }?.control()
        }

        var files: CatalogueFiles {
            do { return try CatalogueLoader.embeddedFiles() } catch {
                preconditionFailure("The files that are built in are few and small: \(error)")
            }
        }
    }
}
