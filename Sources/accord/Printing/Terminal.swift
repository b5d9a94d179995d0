import ArgumentParser
import Client
import Foundation
import Shared

/// Prints what a person reads; of what others wrote no control character is sent.
func print(_ text: String) throws {
    try Terminal.output.write([UInt8]("\(Terminal.output.shown(text))\n".utf8))
}

/// The bytes of a file, or of standard input for `-`; the consequence is told with an error.
func input(_ path: String, orElse consequence: String) throws -> Data {
    if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
        throw ReportedError(.notFound, "\(path) cannot be read. \(consequence)")
    }
}

/// One of the two streams a command writes to, and whether a person is watching it.
struct Terminal: Sendable {
    let isInteractive: Bool
    private let hasColour: Bool
    private let descriptor: Int32

    static let output = Terminal(descriptor: STDOUT_FILENO)
    static let errors = Terminal(descriptor: STDERR_FILENO)

    /// Takes the place of streams that were closed, so that no file and no browser gets it: what is
    /// printed would be written there.
    static func keepClosedStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            // It gets the lowest number that is free; to write there still fails, and is told.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1
        let environment = ProcessInfo.processInfo.environment
        // https://no-color.org: any value that is not empty switches colour off.
        let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        hasColour = isInteractive && !isRefused && environment["TERM"] != "dumb"
    }

    /// How much of a text is seen at once; nil where nobody watches.
    var window: (columns: Int, lines: Int)? {
        var size = winsize()
        guard isInteractive, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Lends the terminal to another program, and takes its modes back as they were: a pager that
    /// was killed leaves keys unseen.
    func lent<Result>(_ use: () throws -> Result) rethrows -> Result {
        var modes = termios()
        let areKnown = tcgetattr(descriptor, &modes) == 0
        defer {
            // Elsewhere than in the foreground they are somebody else's by now.
            if areKnown, tcgetpgrp(descriptor) == getpgrp() {
                tcsetattr(descriptor, TCSADRAIN, &modes)
            }
        }
        return try use()
    }

    /// The text in that style, or as it is where nobody would see the style.
    func styled(_ text: String, _ style: TerminalText.Style) -> String {
        hasColour ? TerminalText.styled(text, style) : text
    }

    /// The text as it is sent.
    func shown(_ text: String) -> String { TerminalText.shown(text, inColour: hasColour) }

    /// Writes what was asked for: where it cannot be written whole, the command has failed.
    ///
    /// All output goes through here, at once: what a buffer holds when a program ends is lost
    /// unseen.
    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.unwritten(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Why a command ends whose output could not be written, by the system's number for that.
    private static func unwritten(_ number: Int32) -> any Error {
        // Who reads no more has enough: as if the signal for that had ended the program.
        if number == EPIPE { return ExitCode(128 + SIGPIPE) }
        return NSError(
            domain: NSPOSIXErrorDomain, code: Int(number),
            userInfo: [NSFilePathErrorKey: "The output"])
    }

    /// Writes what a person reads; that it cannot be shown is no reason to end otherwise.
    func tell(_ text: String) { send(shown(text)) }

    /// The same with what moves the cursor, of our own.
    func send(_ text: String) { try? write([UInt8](text.utf8)) }

    /// Writes over the present line, and only where somebody watches.
    func progress(_ text: String) {
        if isInteractive { send("\r\u{1B}[K\(shown(text))") }
    }
}
