import Foundation
import Shared

/// A list as people type it into one field: one element a line, or several between commas.
///
/// An element that would not be read back as it is stands in quotes, which are doubled within it.
enum TypedList {
    static func text(of elements: [String]) -> String {
        elements.map { element in
            let isPlain =
                element.unicodeScalars.first != "\"" && self.elements(of: element) == [element]
            return isPlain ? element : quoted(element)
        }.joined(separator: "\n")
    }

    /// Each once, in composed form, ascending by bytes.
    static func elements(of text: String) -> [String] {
        var elements: [String] = []
        var element = ""
        var rest = Text(typed: text).string.unicodeScalars[...]
        func end() {
            let word = element.trimmed
            if !word.isEmpty { elements.append(word) }
            element = ""
        }
        while let scalar = rest.popFirst() {
            if scalar == "\"", element.allSatisfy(\.isWhitespace), let quoted = takeQuoted(&rest) {
                elements.append(quoted)
                element = ""
            } else if scalar == "\n" || scalar == "," && isEnd(after: element, rest.first) {
                end()
            } else {
                element.unicodeScalars.append(scalar)
            }
        }
        end()
        return Set(elements.map { Text(normalizing: $0) }).sorted().map(\.string)
    }

    /// Whether a comma ends an element: in an address only one before a space does.
    private static func isEnd(after element: String, _ next: Unicode.Scalar?) -> Bool {
        !element.contains("://") || next?.properties.isWhitespace ?? true
    }

    /// What a quote that was just read opens, up to the separator behind its end.
    ///
    /// Nil, with nothing taken, where it is never closed or where a text goes on behind it.
    private static func takeQuoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
        var ahead = rest
        var quoted = ""
        while let scalar = ahead.popFirst() {
            guard scalar == "\"" else {
                quoted.unicodeScalars.append(scalar)
                continue
            }
            guard ahead.first != "\"" else {
                quoted.unicodeScalars.append("\"")
                ahead.removeFirst()
                continue
            }
            let behind = ahead.prefix { $0 != "\n" && $0 != "," }
            guard behind.allSatisfy(\.properties.isWhitespace) else { return nil }
            rest = ahead.dropFirst(behind.count)
            return quoted
        }
        return nil
    }

    private static func quoted(_ element: String) -> String {
        "\"\(element.replacing("\"", with: "\"\""))\""
    }
}

extension FieldID {
    /// The field of a form into which it is typed: of an element, that of its list.
    var typed: FieldID {
        guard let name, FieldName.findingLists.contains(name) else { return self }
        return FieldID(criterion: criterion, name)
    }
}

extension FieldName {
    /// Whether two texts in the field of this name say the same.
    func isSame(_ text: String, as other: String) -> Bool {
        Self.findingLists.contains(self)
            ? TypedList.elements(of: text) == TypedList.elements(of: other)
            : Text(typed: text) == Text(typed: other)
    }
}
