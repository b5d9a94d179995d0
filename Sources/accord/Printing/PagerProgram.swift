import Foundation
import Synchronization

/// Shows a text that is longer than the window as git does: in a program that turns pages.
///
/// `ACCORD_PAGER` names it, else `PAGER`, else it is `less`; `cat`, or nothing, turns it off.
struct PagerProgram {
    private let command: String
    private let environment: [String: String]
    private let terminal: Terminal

    /// Nil where nobody watches, all of it fits, or no pager is wanted.
    init?(for text: String, on terminal: Terminal) {
        guard let window = terminal.window, text.count(where: { $0 == "\n" }) + 1 > window.lines
        else { return nil }
        var environment = ProcessInfo.processInfo.environment
        command = environment["ACCORD_PAGER"] ?? environment["PAGER"] ?? "less"
        guard !["", "cat"].contains(command.trimmingCharacters(in: .whitespaces)) else {
            return nil
        }
        // Ends by itself where all fits, keeps colours, leaves what was read on the screen, and
        // ends at Ctrl-C.
        if environment["LESS"] == nil { environment["LESS"] = "FRXK" }
        self.environment = environment
        self.terminal = terminal
    }

    /// Returns when the reader has closed it; false where there is no such program, or it failed.
    ///
    /// It runs in the group of this program, which is the one that the terminal listens to: in a
    /// group of its own it would be stopped for asking for a key. So Ctrl-Z stops both, too.
    func show(_ text: String) -> Bool {
        let signals = PagerSignals()
        defer { signals.end() }
        return terminal.lent {
            guard let (pager, input) = start() else { return false }
            signals.send(to: pager)
            try? input.write(contentsOf: Data(text.utf8))
            try? input.close()
            var status: Int32 = 0
            while waitpid(pager, &status, 0) < 0 && errno == EINTR {}
            signals.send(to: nil)
            // A signal, which a shell tells of above 127, means that the reader has left, and so
            // does Ctrl-C. 127 itself is a shell's word for a command that it did not find.
            let signal = status & 0x7F
            let code = status >> 8 & 0xFF
            return signal != 0 || !(1...127).contains(code) || signals.hasInterrupted
        }
    }

    /// - Returns: Its process and what it reads; nil where it cannot be started.
    private func start() -> (pid_t, FileHandle)? {
        let pipe = Pipe()
        let read = pipe.fileHandleForReading
        let write = pipe.fileHandleForWriting
        #if os(macOS)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, read.fileDescriptor, STDIN_FILENO)
        // Its own copy would keep it waiting for the end of the text.
        posix_spawn_file_actions_addclose(&actions, write.fileDescriptor)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A thread of a pool has signals blocked, which a program that it starts would inherit.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // The shell of a pipeline outlives a Ctrl-C that is for the last program of it. That of one
        // program, which may stand behind variables, becomes it, so that signals come to it.
        let isLine = command.contains { "|&;<>()$`\n".contains($0) }
        let line = isLine ? "trap : INT; \(command)" : "exec env \(command)"
        let arguments: [String] = ["/bin/sh", "-c", line]
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var pager: pid_t = 0
        guard posix_spawn(&pager, "/bin/sh", &actions, &attributes, words, variables) == 0 else {
            return nil
        }
        try? read.close()
        return (pager, write)
    }
}

/// What signals do while a pager has the terminal: those of keys are its own, and one that ends
/// this program ends the pager first, which would go on taking keys from the shell.
///
/// They are handled and not ignored: a program that is started inherits what is ignored.
private struct PagerSignals {
    private static let pager = Atomic<pid_t>(0)
    private static let interruptions = Atomic<Int>(0)
    private static let end = Atomic<Int32>(0)

    private let before: [(Int32, (@convention(c) (Int32) -> Void)?)]

    init() {
        Self.pager.store(0, ordering: .relaxed)
        Self.interruptions.store(0, ordering: .relaxed)
        Self.end.store(0, ordering: .relaxed)
        before = [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP].map { number in
            let handler = signal(number) { number in
                switch number {
                case SIGINT: Self.interruptions.add(1, ordering: .relaxed)
                case SIGTERM, SIGHUP:
                    Self.end.store(number, ordering: .relaxed)
                    let pager = Self.pager.load(ordering: .relaxed)
                    if pager > 0 { kill(pager, number) }
                default: break  // open set: the pager's key, or a pipe that its reader closed
                }
            }
            return (number, handler)
        }
    }

    /// Whether somebody pressed Ctrl-C.
    var hasInterrupted: Bool { Self.interruptions.load(ordering: .relaxed) > 0 }

    /// From here on it gets what is to end this program; nil for none.
    func send(to pager: pid_t?) { Self.pager.store(pager ?? 0, ordering: .relaxed) }

    /// All is as it was; what came meanwhile to end this program ends it now.
    func end() {
        for (number, handler) in before { signal(number, handler) }
        let number = Self.end.load(ordering: .relaxed)
        if number > 0 { kill(getpid(), number) }
    }
}
