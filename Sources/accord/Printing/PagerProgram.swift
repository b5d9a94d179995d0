import Foundation

/// Shows a text that is longer than the window as git does: in a program that turns pages.
///
/// `ACCORD_PAGER` names it, else `PAGER`, else it is `less`; `cat`, or nothing, turns it off.
struct PagerProgram {
    private let command: String
    private let environment: [String: String]

    /// Nil where nobody watches, all of it fits, or no pager is wanted.
    init?(for text: String, on terminal: Terminal) {
        guard let window = terminal.window, text.count(where: { $0 == "\n" }) + 1 > window.lines
        else { return nil }
        var environment = ProcessInfo.processInfo.environment
        command = environment["ACCORD_PAGER"] ?? environment["PAGER"] ?? "less"
        guard !["", "cat"].contains(command.trimmingCharacters(in: .whitespaces)) else {
            return nil
        }
        // Ends by itself where all fits, keeps colours, and leaves what was read on the screen.
        if environment["LESS"] == nil { environment["LESS"] = "FRX" }
        self.environment = environment
    }

    /// Returns when the reader has closed it; false where there is no such program, or it failed.
    func show(_ text: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.environment = environment
        let pipe = Pipe()
        process.standardInput = pipe
        // Whoever leaves early closes the pipe, and Ctrl-C is the pager's own key.
        let handlers = [SIGPIPE, SIGINT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in handlers { signal(number, handler) } }
        do { try process.run() } catch { return false }
        try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        // Above 127 a shell tells of a signal, and `less -K` ends with 2 at Ctrl-C: the reader has
        // left. 127 itself is a shell's word for a command that it did not find.
        return process.terminationReason == .uncaughtSignal
            || !(1...127).contains(process.terminationStatus) || process.terminationStatus == 2
    }
}
