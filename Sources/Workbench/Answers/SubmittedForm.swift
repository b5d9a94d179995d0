import Foundation
import Hummingbird
import NIOCore
import Shared

/// The fields of a form as a browser sends them.
struct SubmittedForm: Sendable {
    private let fields: [String: String]

    /// Reads a form without files; throws above four times what a change holds.
    init(_ request: Request) async throws {
        let body = try await request.body.collect(upTo: 4 * Limits.standard.bodyBytesMax)
        do {
            fields = try URLEncodedFormDecoder().decode(
                [String: String].self, from: String(buffer: body))
        } catch {
            throw PageError.badForm
        }
    }

    /// A field's text with the line ends that people mean; nil when the form has no such field.
    func text(_ name: String) -> String? { fields[name]?.replacing("\r\n", with: "\n") }

    /// The same without blanks around it; empty when the form has no such field.
    func trimmed(_ name: String) -> String {
        (text(name) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The reason that was typed, without blanks before it.
    var reason: String { String((text("reason") ?? "").trimmingPrefix(while: \.isWhitespace)) }
}
