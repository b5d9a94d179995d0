import Foundation
import Server
import Shared

/// An `accord-server` in a process and a data folder of its own, on a free port of this machine.
final class MeasuredServer {
    /// Where laptops find it.
    let place: ServerPlace
    private let process: Process

    /// Starts the program and waits for the line with its address.
    init(program: URL, folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let log = folder.appending(path: "log.txt")
        try Data().write(to: log)
        process = Process()
        process.executableURL = program
        process.arguments = ["serve", "--data", folder.path, "--listen", "127.0.0.1:0"]
        process.standardError = try FileHandle(forWritingTo: log)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        guard let line = Self.firstLine(of: output.fileHandleForReading),
            let started = try? JSONDecoder().decode(Started.self, from: line)
        else {
            process.terminate()
            throw Failure.notStarted(log: try String(contentsOf: log, encoding: .utf8))
        }
        place = ServerPlace(program: program, folder: folder, address: started.address)
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The most memory that the process had at once; 0 where the system does not tell.
    var memoryBytesMax: Int {
        let status = try? String(
            contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        return kilobytes * 1024
    }

    /// Ends the process in order.
    ///
    /// - Returns: The bytes of its database file.
    func stop() throws -> Int {
        process.terminate()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure.endedBadly(status: process.terminationStatus)
        }
        return try Laptop.settledSize(
            ofDatabase: place.folder.appending(path: AuditStore.fileName).path)
    }

    private static func firstLine(of output: FileHandle) -> Data? {
        var bytes = Data()
        while !bytes.contains(UInt8(ascii: "\n")) {
            let piece = output.availableData
            guard !piece.isEmpty else { return nil }
            bytes += piece
        }
        return bytes.split(separator: UInt8(ascii: "\n")).first
    }

    private struct Started: Decodable {
        let address: String
    }

    /// Why the server cannot be measured.
    enum Failure: Error, CustomStringConvertible {
        case notStarted(log: String)
        case endedBadly(status: Int32)

        var description: String {
            switch self {
            case .notStarted(let log): "the server did not start; its log says: \(log)"
            case .endedBadly(let status): "the server ended with status \(status)"
            }
        }
    }
}

/// What a laptop has to know of a server to be invited to it, from whichever process.
struct ServerPlace {
    let program: URL
    let folder: URL
    /// As the server itself names it.
    let address: String

    /// A code for a new person, or for another laptop of a known one.
    func invite(name: String, person: PersonID?) throws -> String {
        let command = Process()
        command.executableURL = program
        command.arguments =
            ["invite", "--data", folder.path, "--name", name, "--json"]
            + (person.map { ["--person", $0.hex] } ?? [])
        let output = Pipe()
        command.standardOutput = output
        try command.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        command.waitUntilExit()
        return try JSONDecoder().decode(Invite.self, from: answer).code
    }

    private struct Invite: Decodable {
        let code: String
    }
}
