import Foundation
import Synchronization
import Testing

/// One run of a built program that may be killed at any moment.
///
/// Started by `posix_spawn` itself: Foundation learns of an end by a descriptor that whatever else
/// is started meanwhile inherits, so that a dead program seems to live as long as those do. Output
/// goes into files, because a killed program may leave a pipe open.
final class DriverChild: Sendable {
    /// How a run came to its end.
    enum End: Equatable {
        case exited(Int32)
        case killed
    }

    /// How long any command may take before it counts as stuck.
    private static let deadline = Duration.seconds(60)

    /// Above what the tests ever have open.
    private static let descriptorsMax: Int32 = 1_000

    private let identifier: pid_t
    private let outcome = Mutex<End?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts a program that reads and writes these files.
    init(_ program: Program, _ arguments: [String], input: String = "", output: URL) throws {
        let process = program.process(arguments)
        let path = try #require(process.executableURL?.path)
        let source = output.appendingPathExtension("in").path
        try Data(input.utf8).write(to: URL(filePath: source))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, source, O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, output.path, flags, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Closing one that is not open is no error.
        for descriptor in 3..<Self.descriptorsMax {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A thread of a pool may have signals blocked, which its children would inherit.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = (process.environment ?? [:]).map { "\($0)=\($1)" }
        identifier = try Self.spawn(path, [path] + arguments, variables, &actions, &attributes)
        Thread { self.waitForEnd() }.start()
    }

    /// Waits so long for the end, then kills; or waits for an end that has to come.
    func end(killAfter moment: Duration? = nil) throws -> End {
        if !isOver(within: moment ?? Self.deadline) {
            kill(identifier, SIGKILL)
            try #require(isOver(within: Self.deadline), "a kill was survived")
            if moment == nil { Issue.record("a command was stuck and had to be killed") }
        }
        return try #require(outcome.withLock { $0 })
    }

    /// Waits so long at most; whether it has ended by then.
    func isOver(within wait: Duration) -> Bool {
        let microseconds = Int(wait / .microseconds(1))
        guard ended.wait(timeout: .now() + .microseconds(microseconds)) == .success else {
            return false
        }
        ended.signal()
        return true
    }

    private func waitForEnd() {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        // As `WIFEXITED` and `WEXITSTATUS`, which are macros, have it.
        outcome.withLock { $0 = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed }
        ended.signal()
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ variables: [String],
        _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
    ) throws -> pid_t {
        let words = arguments.map { strdup($0) } + [nil]
        let settings = variables.map { strdup($0) } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var identifier: pid_t = 0
        let error = posix_spawn(&identifier, path, &actions, &attributes, words, settings)
        try #require(error == 0, "\(path) cannot be started: \(error)")
        return identifier
    }
}
