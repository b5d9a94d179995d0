import Foundation
import GRDB

extension StorageError {
    /// Translates what SQLite, Foundation or the system said.
    package init(_ error: any Error, path: String) {
        if let known = error as? StorageError {
            self = known
            return
        }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_CORRUPT: self = .damaged(path: path, detail: Self.words(of: error))
        case .SQLITE_NOTADB: self = .foreignFile(path: path)
        // The file that connections share beside the log grows by a write, of which SQLite tells no
        // more than this.
        case .SQLITE_IOERR
        where (error as? DatabaseError)?.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self = .diskFull(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path, holder: "unknown")
        default:  // open set: SQLite's result codes, and errors of other libraries
            self = .failed(path: path, detail: Self.words(of: error))
        }
    }

    /// What went wrong with a file, in words that fit behind its path.
    ///
    /// Libraries say it in a language of their own, which never reaches a person; what nobody has
    /// words for is told by a number that whoever gets a report can look up.
    static func words(of error: any Error) -> String {
        switch error {
        case let error as DatabaseError: words(ofSQLite: error)
        case is DecodingError: "it does not say what it should"
        default: words(of: error as NSError)  // open set: errors of Foundation and of the system
        }
    }

    /// What a library said of a file, named by it or unknown; nil where it is about no file.
    package init?(unforeseen error: any Error) {
        let system = error as NSError
        let isOfFile = [NSPOSIXErrorDomain, NSCocoaErrorDomain].contains(system.domain)
        guard isOfFile || error is DatabaseError else { return nil }
        let details = system.userInfo
        let path = details[NSFilePathErrorKey] as? String ?? (details[NSURLErrorKey] as? URL)?.path
        self.init(error, path: path ?? "A file")
    }

    private static func words(ofSQLite error: DatabaseError) -> String {
        let code = "SQLite's code \(error.extendedResultCode.rawValue)"
        return switch error.resultCode {
        case .SQLITE_CANTOPEN: "it cannot be opened, \(code)"
        case .SQLITE_READONLY: "nothing can be written to it, \(code)"
        case .SQLITE_PERM, .SQLITE_AUTH: "this user may not use it, \(code)"
        case .SQLITE_IOERR: "its disk gives errors, \(code)"
        case .SQLITE_CORRUPT: "its pages contradict each other, \(code)"
        case .SQLITE_NOMEM: "there is too little memory, \(code)"
        default: "its tables do not allow it, \(code)"  // open set: SQLite's result codes
        }
    }
}
