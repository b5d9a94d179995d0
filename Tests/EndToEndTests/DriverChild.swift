import Foundation
import Synchronization
import TestSupport
import Testing

/// One run of a built program that may be killed at any moment.
///
/// Output goes into files, because a killed program may leave a pipe open.
final class DriverChild: Sendable {
    typealias End = ChildProgram.End

    private let child: ChildProgram
    private let outcome = Mutex<End?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts a program that reads and writes these files.
    init(_ program: Program, _ arguments: [String], input: String = "", output: URL) throws {
        let process = program.process(arguments)
        let path = try #require(process.executableURL?.path)
        let source = output.appendingPathExtension("in")
        try Data(input.utf8).write(to: source)
        guard FileManager.default.createFile(atPath: output.path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let reading = try FileHandle(forReadingFrom: source)
        let writing = try FileHandle(forWritingTo: output)
        child = try ChildProgram(
            [path] + arguments, environment: process.environment ?? [:],
            input: reading.fileDescriptor, output: writing.fileDescriptor,
            errors: writing.fileDescriptor)
        Thread { self.waitForEnd() }.start()
    }

    /// Waits so long for the end, then kills; or waits for an end that has to come.
    func end(killAfter moment: Duration? = nil) throws -> End {
        if !isOver(within: moment ?? Patience.answer) {
            kill(child.identifier, SIGKILL)
            try #require(isOver(within: Patience.answer), "a kill was survived")
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
        let end = child.end()
        outcome.withLock { $0 = end }
        ended.signal()
    }
}
