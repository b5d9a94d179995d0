package import Foundation
package import Storage

/// Where one tester's things lie: the home with her work, and apart from it her identity.
///
/// A home that is copied or restored must not carry its identity along, or two laptops would
/// write under one name; so the identity never lies inside the home.
package struct ClientHome: Hashable, Sendable {
    /// Holds `accord.sqlite`, `journal`, `reserve`, `search.sqlite`, and folders of files.
    ///
    /// They are `evidence/`, `unsaved/`, `snippets/` and `filters/`.
    package let folder: URL
    package let stateFolder: URL

    /// - Parameters:
    ///   - home: `--home` or `ACCORD_HOME`; nil for `$XDG_DATA_HOME/accord`.
    ///   - state: `--state`; nil for `$XDG_STATE_HOME/accord`, or beside an explicit home a hidden
    ///     folder `.<name>.accord-identity`.
    package init(home: String?, state: String?, environment: [String: String]) {
        let userHome = environment["HOME"] ?? NSHomeDirectory()
        func folder(_ variable: String, _ standard: String) -> URL {
            let base = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
            return URL(fileURLWithPath: base ?? "\(userHome)/\(standard)").appending(path: "accord")
        }
        self.folder =
            home.map { URL(fileURLWithPath: $0).standardizedFileURL }
            ?? folder("XDG_DATA_HOME", ".local/share")
        if let state {
            stateFolder = URL(fileURLWithPath: state).standardizedFileURL
        } else if home != nil {
            stateFolder = self.folder.deletingLastPathComponent()
                .appending(path: ".\(self.folder.lastPathComponent).accord-identity")
        } else {
            stateFolder = folder("XDG_STATE_HOME", ".local/state")
        }
    }

    package var databasePath: String { folder.appending(path: "accord.sqlite").path }
    package var journalPath: String { folder.appending(path: "journal").path }
    package var identityPath: String { stateFolder.appending(path: "identity.json").path }
    /// The identity of a database that is about to take the place of the home's; mostly missing.
    package var nextIdentityPath: String { identityPath + ".next" }
    /// Its loss locks browsers out, which come in anew; nothing else hangs on it.
    package var browserKeyPath: String { stateFolder.appending(path: "browser-key").path }
    package var exists: Bool { FileManager.default.fileExists(atPath: databasePath) }

    /// Makes both folders, readable by their owner only.
    package func create() throws(StorageError) {
        for folder in [folder, stateFolder] {
            try DurableFolder.make(folder.path)
            FileStatus.makePrivate(folder.path)
        }
    }
}
