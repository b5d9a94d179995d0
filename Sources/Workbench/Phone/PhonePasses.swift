import Crypto
import Foundation
import Shared
import Synchronization

/// The one address under which a phone can send files, while there is one.
///
/// It lives in memory alone: it ends with the program, as with its ten minutes, with "Stop now"
/// and with the next address.
final class PhonePasses: Sendable {
    /// An address of this machine in its network.
    let host: String
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    private struct State {
        var port = 0
        /// The last one that was opened; nil once it was closed.
        var pass: PhonePass?
    }

    init(host: String, now: @escaping @Sendable () -> Date) {
        self.host = host
        self.now = now
    }

    func listens(on port: Int) { state.withLock { $0.port = port } }

    /// The pass that is open, if it is of this finding.
    func pass(of criterion: String, on id: StateID, in audit: AuditID) -> PhonePass? {
        state.withLock { open(&$0) }.flatMap {
            $0.criterion == criterion && $0.state == id && $0.audit == audit ? $0 : nil
        }
    }

    /// Opens an address for one finding; ends the one that was open.
    func openPass(of criterion: String, on id: StateID, in audit: AuditID) {
        let end = now().addingTimeInterval(Double(PhonePass.life.components.seconds))
        state.withLock {
            $0.pass = PhonePass(
                code: Self.newCode(), audit: audit, state: id, criterion: criterion, end: end)
        }
    }

    func close() { state.withLock { $0.pass = nil } }

    /// The whole address, for the QR code.
    func address(of pass: PhonePass) -> String { "http://\(authority)/p/\(pass.code)" }

    /// Host and port, as the header `Host` names them.
    var authority: String {
        "\(host.contains(":") ? "[\(host)]" : host):\(state.withLock { $0.port })"
    }

    // MARK: The phone

    /// Lets in the browser that opens the address first, and that one again.
    ///
    /// - Returns: The pass, with the secret of a cookie where the browser has to get one.
    func enter(
        _ code: String, secret: String?
    ) throws(PhoneError) -> (pass: PhonePass, new: String?) {
        let drawn = Self.newSecret()
        let entered: (PhonePass, String?)? = state.withLock { state in
            guard var pass = open(&state), Self.areEqual(pass.code, code) else { return nil }
            guard let browser = pass.browser else {
                pass.browser = drawn
                state.pass = pass
                return (pass, drawn)
            }
            return secret.map { Self.areEqual($0, browser) } == true ? (pass, nil) : nil
        }
        guard let entered else { throw .closed }
        return entered
    }

    /// Counts a file that a phone begins to send; its browser has to be in.
    func begin(_ code: String, secret: String?) throws(PhoneError) -> PhonePass {
        try count(code, secret) { (pass: inout PhonePass) throws(PhoneError) in
            guard pass.begun < PhonePass.filesMax else { throw .tooMany }
            pass.begun += 1
        }
    }

    /// Counts bytes of a file, before they are kept; what has ended meanwhile takes none.
    func take(_ bytes: Int, _ code: String, secret: String?) throws(PhoneError) {
        _ = try count(code, secret) { (pass: inout PhonePass) throws(PhoneError) in
            guard UInt64(bytes) <= PhonePass.allBytesMax - pass.bytes else { throw .tooMany }
            pass.bytes += UInt64(bytes)
        }
    }

    func note(_ arrived: PhonePass.Arrived, _ code: String) {
        state.withLock { state in
            guard state.pass?.code == code else { return }
            state.pass?.arrived.append(arrived)
        }
    }

    private func count(
        _ code: String, _ secret: String?,
        _ change: (inout PhonePass) throws(PhoneError) -> Void
    ) throws(PhoneError) -> PhonePass {
        let result: Result<PhonePass, PhoneError> = state.withLock { state in
            guard var pass = open(&state), Self.areEqual(pass.code, code),
                let browser = pass.browser, let secret, Self.areEqual(browser, secret)
            else { return .failure(.closed) }
            do throws(PhoneError) {
                try change(&pass)
            } catch {
                return .failure(error)
            }
            state.pass = pass
            return .success(pass)
        }
        return try result.get()
    }

    /// The pass, unless its time is over.
    private func open(_ state: inout State) -> PhonePass? {
        if let pass = state.pass, now() >= pass.end { state.pass = nil }
        return state.pass
    }

    /// Letters and digits that nobody takes for one another; 60 bits, for somebody who types them.
    private static func newCode() -> String {
        let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let code = (0..<12).map { _ in letters[Int.random(in: 0..<letters.count)] }
        return [code[0..<4], code[4..<8], code[8..<12]].map { String($0) }.joined(separator: "-")
    }

    private static func newSecret() -> String {
        (0..<32).map { _ in UInt8.random(in: .min ... .max) }.base64URL
    }

    /// Compares hashes, so that the time it takes tells nothing of where texts differ.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        SHA256.hash(data: Data(left.utf8)) == SHA256.hash(data: Data(right.utf8))
    }
}
