import Presentation
import Shared

extension EvidenceWords {
    /// All that is said of a file in one cell: `SHA-256: what it shows / caption / a label`.
    var cell: String { "\(file): \(said.joined(separator: " / "))" }
}

extension [UInt8] {
    /// Appends the JSON object of what is said of one file.
    mutating func append(_ words: EvidenceWords) {
        append(#"{"sha256":"#, json: words.file)
        append(#","shows":"#, jsonOrNull: words.shows)
        append(#","caption":"#, jsonOrNull: words.caption)
        append(#","heard":"#, jsonOrNull: words.heard)
        append(#","areas":"#, array: words.areas) { area, bytes in
            bytes.append(#"{"id":"#, json: area.id)
            let numbers = [
                ("left", area.left), ("top", area.top), ("width", area.width),
                ("height", area.height),
            ]
            for (name, number) in numbers {
                bytes.append(",", json: name)
                bytes.append(UInt8(ascii: ":"))
                bytes.append(decimal: number)
            }
            bytes.append(#","label":"#, json: area.label)
            bytes.append(UInt8(ascii: "}"))
        }
        append(UInt8(ascii: "}"))
    }
}
