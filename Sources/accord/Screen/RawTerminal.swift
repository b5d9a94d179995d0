import Foundation
import Shared

/// A terminal that hands over each key as it is pressed, with a screen of its own.
///
/// What the terminal was like comes back when it is closed, whatever ended the program's work.
final class RawTerminal {
    private let before: termios
    private var pending: [UInt8] = []

    /// Whether standard input and output are a terminal.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Nil where there is none.
    init?() {
        guard Self.isThere else { return nil }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
        // A screen of its own, no cursor, and pastes marked as such.
        Terminal.output.send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h")
    }

    func close() {
        Terminal.output.send("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
        var settings = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// Columns and lines; 80 by 24 where the terminal does not say.
    var size: (columns: Int, lines: Int) { Terminal.output.window ?? (80, 24) }

    /// Draws lines over what was there, from the top.
    func draw(_ lines: [String]) {
        let drawn = lines.map { "\(Terminal.output.shown($0))\u{1B}[K" }.joined(separator: "\r\n")
        Terminal.output.send("\u{1B}[H\(drawn)\u{1B}[J")
    }

    func key() -> Key {
        while true {
            let isWhole = !hasMore(within: pending.first == 0x1B ? 50 : 0)
            if let key = Key.next(from: &pending, isWhole: isWhole) { return key }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            // A window that changes its size interrupts the wait.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .end }
            pending += buffer.prefix(count)
        }
    }

    private func hasMore(within milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0
    }
}
