import Client
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Shared
import Site
import Synchronization

/// Lets in whoever has an address that was printed, once each, and from then on her browser.
///
/// Other pages in the same browser, other people on the machine, and names that lead here by DNS
/// are kept out.
final class SignIn: Sendable {
    private let host: String
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    private struct State {
        var port = 0
        /// Those of addresses that nobody opened yet, the oldest first.
        var tokens: [String] = []
        var key = BrowserKey.drawn()
        /// Whether cookies are good after this program has ended.
        var outlivesProgram = false
    }

    /// How long a browser stays in without being let in anew.
    static let life = Duration.seconds(30 * 86_400)
    /// Who asks for more addresses than this opens the last ones.
    static let tokensMax = 8

    init(host: String, now: @escaping @Sendable () -> Date) {
        self.host = host
        self.now = now
        state = Mutex(State())
    }

    /// Lets browsers in again that a home knows, and keeps those in that come after the end.
    ///
    /// Only on loopback: elsewhere cookies travel in the clear, and end with the program.
    ///
    /// - Parameter forgetting: Ends all that was before: the home gets another key.
    func remember(in home: ClientHome, forgetting: Bool = false) throws {
        guard Self.loopback.contains(host) else { return }
        let known = forgetting ? nil : BrowserKey(of: home)
        try state.withLock { state in
            if let known { state.key = known } else { try state.key.keep(for: home) }
            state.outlivesProgram = true
        }
    }

    func listens(on port: Int) { state.withLock { $0.port = port } }

    /// The secret of an address that lets one browser in, once.
    func newToken() -> String {
        let token = (0..<32).map { _ in UInt8.random(in: .min ... .max) }.base64URL
        state.withLock { $0.tokens = ($0.tokens + [token]).suffix(Self.tokensMax) }
        return token
    }

    /// Changes a token for a cookie; nil when there is no such one, or it was used before.
    func enter(with token: String) -> String? {
        let isNew = state.withLock { state in
            guard let known = state.tokens.firstIndex(where: { Self.areEqual($0, token) })
            else { return false }
            state.tokens.remove(at: known)
            return true
        }
        guard isNew else { return nil }
        let end = Int64(now().timeIntervalSince1970) + Self.life.components.seconds
        let (key, outlives) = state.withLock { ($0.key, $0.outlivesProgram) }
        let age = outlives ? "; Max-Age=\(Self.life.components.seconds)" : ""
        let seal = Data(
            HMAC<SHA256>.authenticationCode(for: Self.sealed(end), using: key.symmetric))
        return "\(cookieName)=\(end).\([UInt8](seal).base64URL)"
            + "; Path=/; HttpOnly; SameSite=Strict\(age)"
    }

    func knows(_ request: Request) -> Bool { knows(cookies: request.headers[.cookie] ?? "") }

    /// Whether the browser that sends these cookies was let in, and not too long ago.
    func knows(cookies: String) -> Bool {
        let name = cookieName
        return cookies.split(separator: ";").contains { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0].trimmingCharacters(in: .whitespaces) == name
                && isGood(parts[1])
        }
    }

    private func isGood(_ cookie: Substring) -> Bool {
        let parts = cookie.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let end = Int64(parts[0]),
            let seal = [UInt8](base64URL: String(parts[1]))
        else { return false }
        let seconds = Int64(now().timeIntervalSince1970)
        // A clock that was wrong when it was made gives nobody more than a life.
        guard seconds < end, end <= seconds + Self.life.components.seconds else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            seal, authenticating: Self.sealed(end), using: state.withLock(\.key).symmetric)
    }

    private static func sealed(_ end: Int64) -> Data { Data("accord browser 1 \(end)".utf8) }

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

    private static let loopback = ["127.0.0.1", "::1", "localhost"]

    /// Cookies know no ports; two workbenches on one laptop must not end each other's sessions.
    private var cookieName: String { "accord-\(state.withLock(\.port))" }

    /// Compares hashes, so that the time it takes tells nothing of where texts differ.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        SHA256.hash(data: Data(left.utf8)) == SHA256.hash(data: Data(right.utf8))
    }
}

extension SignIn {
    /// The way in: spends the token of an address; a browser that is in may open it again.
    var route: Routes.Route {
        Routes.Route(.get, .enter, .nothing) { [self] request, _ in
            var response = Response.seeOther(Address.start)
            if let cookie = enter(with: request.uri.queryParameters.get("token") ?? "") {
                response.headers[.setCookie] = cookie
            } else if !knows(request) {
                throw PageError.locked
            }
            return response
        }
    }
}

extension BrowserKey {
    fileprivate var symmetric: SymmetricKey { SymmetricKey(data: bytes) }
}
