import Foundation
import TestSupport

/// A file system of a few megabytes, in a namespace of its own.
enum SmallDisk {
    /// Runs a script of bash in it, with the built programs as `$ACCORD` and `$SERVER`.
    ///
    /// - Parameters:
    ///   - folder: Where the disk lies for the script; what else it keeps goes beside it.
    ///   - megabytes: Of the whole disk.
    /// - Returns: What was printed, errors among it.
    static func run(_ script: String, folder: URL, megabytes: Int = 3) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ProcessInfo.processInfo.environment
        environment["ACCORD"] = Program.folder.appending(path: "accord").path
        environment["SERVER"] = Program.folder.appending(path: "accord-server").path
        environment["ACCORD_HOME"] = folder.appending(path: "home").path
        environment["ERRORS"] = folder.appendingPathExtension("errors").path
        let output = Pipe()
        let writing = output.fileHandleForWriting.fileDescriptor
        let mount = "mount -t tmpfs -o size=\(megabytes)m tmpfs '\(folder.path)'"
        let child = try ChildProgram(
            ["unshare", "-rm", "bash", "-c", "\(mount) && cd '\(folder.path)' && \(script)"],
            environment: environment, output: writing, errors: writing)
        try output.fileHandleForWriting.close()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        _ = child.end()
        return String(decoding: printed, as: UTF8.self)
    }
}
