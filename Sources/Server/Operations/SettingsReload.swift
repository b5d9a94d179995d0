@preconcurrency import Dispatch
import Foundation
import Logging
import Synchronization

/// Reads the settings again at SIGHUP, and ends the serving so that it begins anew with them; what
/// cannot be used is told in the log, and the server goes on with what it has.
final class SettingsReload: Sendable {
    private let fresh = Mutex<ServerSettings?>(nil)
    private let source: any DispatchSourceSignal

    /// - Parameter read: What options, environment and file say now.
    init(log: Logger, read: @escaping @Sendable () throws -> ServerSettings) {
        // Without this the signal ends the process before the source hears of it.
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { [weak self] in self?.reload(log, read) }
        source.resume()
    }

    deinit { source.cancel() }

    func take() -> ServerSettings? { fresh.withLock { $0.take() } }

    private func reload(_ log: Logger, _ read: () throws -> ServerSettings) {
        do {
            let settings = try read()
            if let tls = settings.tls { _ = try ServerProcess.configuration(of: tls) }
            fresh.withLock { $0 = settings }
        } catch {
            log.error("SIGHUP: the settings cannot be used, and those from before hold: \(error)")
            return
        }
        // It is what ends the serving after everything that was begun has been answered.
        kill(getpid(), SIGTERM)
    }
}
