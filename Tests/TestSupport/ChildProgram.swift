package import Foundation

/// A program that tests start without Foundation's `Process`.
///
/// Before it starts anything, `Process` looks through all open descriptors and reads behind the
/// end of what the system tells of them: where suites beside each other had 1,357 open, it crashed.
/// It also learns of an end by a descriptor that whatever else is started meanwhile inherits, so
/// that a dead program seems to live as long as those do.
package struct ChildProgram: Sendable {
    package let identifier: pid_t

    /// Above what the tests ever have open.
    private static let descriptorsMax: Int32 = 4_000

    /// Starts a program; it inherits these descriptors and no other.
    ///
    /// - Parameters:
    ///   - words: The program, looked for in `PATH` unless it is a path, and its arguments.
    ///   - environment: Nil for one's own.
    ///   - input: An open descriptor; nil for no input at all. So for both outputs.
    package init(
        _ words: [String], environment: [String: String]? = nil, input: Int32? = nil,
        output: Int32? = nil, errors: Int32? = nil
    ) throws {
        try self.init(words, environment, POSIX_SPAWN_SETSIGMASK) { actions in
            for (own, given) in [(Int32(0), input), (1, output), (2, errors)] {
                if let given {
                    posix_spawn_file_actions_adddup2(&actions, given, own)
                } else {
                    posix_spawn_file_actions_addopen(&actions, own, "/dev/null", O_RDWR, 0)
                }
            }
        }
    }

    /// `POSIX_SPAWN_SETSID` of glibc, which Swift's Glibc lacks.
    private static let ownSession: Int32 = 0x80

    /// Starts a program in a session of its own, on a terminal that listens to it.
    ///
    /// - Parameter terminal: Its name, such as `/dev/pts/4`. Whoever leads a session and opens a
    ///   terminal first has it for the session's.
    package init(_ words: [String], environment: [String: String], terminal: String) throws {
        let flags = POSIX_SPAWN_SETSIGMASK | Self.ownSession
        try self.init(words, environment, flags) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            for own in [Int32(1), 2] { posix_spawn_file_actions_adddup2(&actions, 0, own) }
        }
    }

    private init(
        _ words: [String], _ environment: [String: String]?, _ flags: Int32,
        opening: (inout posix_spawn_file_actions_t) -> Void
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        opening(&actions)
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
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let variables = environment ?? ProcessInfo.processInfo.environment
        let arguments = words.map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + settings).forEach { free($0) } }
        var started: pid_t = 0
        let error = posix_spawnp(
            &started, words[0], &actions, &attributes, arguments, settings)
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .ENOENT) }
        identifier = started
    }

    /// How a program came to its end.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed
    }

    /// Waits for the end, which is told once.
    package func end() -> End {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        // As `WIFEXITED` and `WEXITSTATUS`, which are macros, have it.
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed
    }
}
