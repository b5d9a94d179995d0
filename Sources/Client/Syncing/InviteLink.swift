import Foundation
import Shared

/// An invite as one line that is passed on: where the server is, and the code.
///
/// The code stands behind #, which no browser sends: no server's log, and no proxy's, ever has it.
package struct InviteLink: Hashable, Sendable {
    /// The server's address.
    package let address: String
    package let code: String

    package init(address: String, code: String) {
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.code = code
    }

    /// Reads a whole link; nil for anything else.
    package init?(_ text: String) {
        guard text.contains("://"), let mark = text.range(of: Self.mark, options: .backwards),
            mark.upperBound < text.endIndex
        else { return nil }
        self.init(
            address: String(text[..<mark.lowerBound]), code: String(text[mark.upperBound...]))
    }

    package var text: String { address + Self.mark + code }

    private static let mark = ProtocolNames.join + "#"
}
