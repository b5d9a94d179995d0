import Foundation
package import Hummingbird
import NIOCore
import Shared

/// The fields of a form as a browser sends them.
package struct SubmittedForm: Sendable {
    private var fields: [String: String]

    /// A whole component state at once: texts of each criterion, three bytes for one of a letter.
    static let stateBytesMax = 64 * Limits.standard.bodyBytesMax

    /// A form that has no fields.
    init() { fields = [:] }

    /// Reads a form without files; throws above four times what a change holds, or `bytesMax`.
    package init(
        _ request: Request, upTo bytesMax: Int = 4 * Limits.standard.bodyBytesMax
    ) async throws {
        let body: ByteBuffer
        do { body = try await request.body.collect(upTo: bytesMax) } catch is NIOTooManyBytesError {
            throw PageError.tooLarge
        }
        do {
            fields = try URLEncodedFormDecoder().decode(
                [String: String].self, from: String(buffer: body))
        } catch {
            throw PageError.badForm
        }
        TypedTexts.ofRequest?.note(fields)
    }

    /// The same with another text in one field.
    func with(_ name: String, _ text: String?) -> SubmittedForm {
        var form = self
        form.fields[name] = text
        return form
    }

    /// A field's text with the line ends that people mean; nil when the form has no such field.
    package func text(_ name: String) -> String? { fields[name]?.withLineFeeds }

    /// What follows a front in the names of fields, such as each `pick.` of a list, ascending.
    func names(after front: String) -> [String] {
        fields.keys.filter { $0.hasPrefix(front) }.map { String($0.dropFirst(front.count)) }
            .sorted()
    }

    /// The values of all fields whose names begin so, such as boxes that were ticked.
    func values(of prefix: String) -> Set<String> {
        Set(fields.filter { $0.key.hasPrefix(prefix) }.values)
    }

    /// The same without blanks around it; empty when the form has no such field.
    package func trimmed(_ name: String) -> String {
        (text(name) ?? "").trimmed
    }

    /// The reason that was typed, without blanks before it.
    var reason: String { String((text("reason") ?? "").trimmingPrefix(while: \.isWhitespace)) }
}
