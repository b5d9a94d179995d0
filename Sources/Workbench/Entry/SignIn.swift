import Crypto
import Foundation
import Shared
import Synchronization

/// Lets in whoever has the address that `accord serve` printed, once, and then her browser.
///
/// Other pages in the same browser, other people on the machine, and names that lead here by DNS
/// are kept out.
final class SignIn: Sendable {
    /// In the address that opens the workbench.
    let token: String
    private let session: String
    private let host: String
    /// Who comes in by the printed address.
    private let person: PersonID
    private let state = Mutex(State())

    private struct State {
        var port = 0
        var isTokenSpent = false
    }

    init(host: String, person: PersonID) {
        (self.host, self.person) = (host, person)
        (token, session) = (Self.secret(), Self.secret())
    }

    func listens(on port: Int) { state.withLock { $0.port = port } }

    /// Changes the token for a cookie; nil when it is another, or was used before.
    func enter(with token: String) -> String? {
        guard Self.areEqual(token, self.token) else { return nil }
        let isFirst = state.withLock { state in
            defer { state.isTokenSpent = true }
            return !state.isTokenSpent
        }
        guard isFirst else { return nil }
        return "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict"
    }

    /// Who came in with the browser that sends these cookies; nil for nobody.
    func person(sending cookies: String) -> PersonID? {
        let isKnown = cookies.split(separator: ";").contains { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1)
            return parts.count == 2
                && parts[0].trimmingCharacters(in: .whitespaces) == cookieName
                && Self.areEqual(String(parts[1]), session)
        }
        return isKnown ? person : nil
    }

    /// Whether a request names this workbench, not some other name that leads here.
    func isOurs(host: String) -> Bool {
        let port = state.withLock(\.port)
        let own = self.host.contains(":") ? "[\(self.host)]" : self.host
        return ["127.0.0.1", "localhost", "[::1]", own].contains { host == "\($0):\(port)" }
    }

    /// Whether a form or script that changes something was on one of our own pages.
    func isOurs(origin: String) -> Bool {
        origin.hasPrefix("http://") && isOurs(host: String(origin.dropFirst("http://".count)))
    }

    /// Cookies know no ports; two workbenches on one laptop must not end each other's sessions.
    private var cookieName: String { "accord-\(state.withLock(\.port))" }

    private static func secret() -> String {
        (0..<32).map { _ in UInt8.random(in: .min ... .max) }.base64URL
    }

    /// Compares hashes, so that the time it takes tells nothing of where texts differ.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        SHA256.hash(data: Data(left.utf8)) == SHA256.hash(data: Data(right.utf8))
    }
}
