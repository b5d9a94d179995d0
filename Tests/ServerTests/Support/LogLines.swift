import Logging
import Synchronization

@testable import Server

/// What was logged, for tests that read it.
final class LogLines: Sendable {
    struct Line: Sendable {
        let message: String
        let metadata: Logger.Metadata
    }

    private let kept = Mutex<[Line]>([])

    var all: [Line] { kept.withLock(\.self) }

    /// A logger as a serving process has it.
    var logger: Logger {
        Logger(label: "test") { _ in
            Handler(lines: self, metadataProvider: LoggedRequest.provider)
        }
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadataProvider: Logger.MetadataProvider?
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            var all = metadata
            all.merge(metadataProvider?.get() ?? [:]) { $1 }
            all.merge(event.metadata ?? [:]) { $1 }
            let line = Line(message: "\(event.message)", metadata: all)
            lines.kept.withLock { $0.append(line) }
        }
    }
}
