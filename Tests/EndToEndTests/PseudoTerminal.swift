import Foundation
import TestSupport
import Testing

/// A terminal that a program is run on, and that a test types into.
///
/// The program leads a session whose terminal it is, as a shell does: keys such as Ctrl-C are
/// signals, and of a program that it starts the terminal listens to the group in the foreground.
final class PseudoTerminal {
    private let master: FileHandle
    private let child: ChildProgram
    private var shown = ""

    init(_ program: Program, _ arguments: String...) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var isLocked: Int32 = 0
        var number: Int32 = 0
        // Swift's Glibc lacks grantpt and its kin; these are what they ask the kernel (ioctl_tty).
        try #require(ioctl(master, 0x4004_5431, &isLocked) == 0)
        try #require(ioctl(master, 0x8004_5430, &number) == 0)
        let name = "/dev/pts/\(number)"
        var size = winsize(ws_row: 30, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
        self.master = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        child = try ChildProgram(
            [program.executable.path] + arguments, environment: program.variables, terminal: name)
    }

    /// Types keys, one after the other.
    func type(_ keys: String) throws {
        try master.write(contentsOf: Data(keys.utf8))
    }

    /// Reads until the program has shown a text since the last time somebody waited.
    ///
    /// A long silence is a failure, so that a screen that says something else is named.
    func wait(for text: String) throws {
        while !shown.contains(text) {
            var waiting = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(
                poll(&waiting, 1, Patience.answer.milliseconds) > 0,
                "no \(text) on the screen: \(shown)")
            // At the program's end Linux answers with an error, at which `availableData` would end
            // all tests.
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(master.fileDescriptor, &bytes, bytes.count)
            try #require(count > 0, "the program ended without \(text): \(shown)")
            shown += String(decoding: bytes[..<count], as: UTF8.self)
        }
        shown = ""
    }

    /// The modes in which it reads and shows, as bytes that can be compared.
    var modes: [UInt8] {
        var modes = termios()
        tcgetattr(master.fileDescriptor, &modes)
        return withUnsafeBytes(of: modes, Array.init)
    }

    /// The program that was started on it, which leads the session.
    var first: pid_t { child.identifier }

    /// The group that keys go to, by the program that leads it.
    var foreground: pid_t { tcgetpgrp(master.fileDescriptor) }

    /// Waits for the program's end; nil for one that was killed.
    func end() -> Int32? {
        guard case .exited(let status) = child.end() else { return nil }
        return status
    }
}
