import Crypto
import Foundation

/// Which database file on which machine an identity was made for; another one is a copy.
///
/// The device number is left out: it changes from one start of a machine to the next.
package enum HomeFingerprint {
    /// Sixty-four hexadecimal digits over machine, inode and path; nil for a file that is missing.
    package static func of(_ home: ClientHome) -> String? {
        let path = URL(fileURLWithPath: home.databasePath).resolvingSymlinksInPath().path
        return of(path, named: path)
    }

    /// What it will be once another file of the home's folder is its database.
    static func of(_ home: ClientHome, once file: String) -> String? {
        let name = URL(fileURLWithPath: home.databasePath).lastPathComponent
        return of(file, named: home.folder.resolvingSymlinksInPath().appending(path: name).path)
    }

    private static func of(_ file: String, named path: String) -> String? {
        var status = stat()
        guard stat(file, &status) == 0 else { return nil }
        let text = "\(machine)\n\(status.st_ino)\n\(path)"
        return SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    /// Linux keeps an id of the installation; elsewhere the machine's name has to do.
    private static var machine: String {
        (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8))
            ?? ProcessInfo.processInfo.hostName
    }
}
