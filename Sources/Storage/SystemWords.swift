import Foundation
import GRDB

extension StorageError {
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

    /// What a library said of a file that it names itself, or of one that nobody knows.
    ///
    /// Nil for an error that is about no file.
    package init?(unforeseen error: any Error) {
        let system = error as NSError
        let isOfFile = [NSPOSIXErrorDomain, NSCocoaErrorDomain].contains(system.domain)
        guard isOfFile || error is DatabaseError else { return nil }
        let details = system.userInfo
        let path =
            details[NSFilePathErrorKey] as? String ?? (details[NSURLErrorKey] as? URL)?.path
        self.init(error, path: path ?? "A file")
    }

    private static func words(of error: NSError) -> String {
        if error.domain == NSPOSIXErrorDomain { return words(of: Int32(error.code)) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
            return words(of: cause)
        }
        guard error.domain == NSCocoaErrorDomain else {
            return "nobody foresaw it (\(error.domain) \(error.code))"
        }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileNoSuchFile, .fileReadNoSuchFile: return words(of: ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: return words(of: EACCES)
        case .fileWriteOutOfSpace: return "its disk is full"
        case .fileWriteVolumeReadOnly: return words(of: EROFS)
        case .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding:
            return "it is no text in UTF-8"
        case .fileReadInvalidFileName, .fileWriteInvalidFileName:
            return "no file can have that name"
        case .coderReadCorrupt, .coderValueNotFound, .fileReadCorruptFile, .propertyListReadCorrupt:
            return "it does not say what it should"
        default:  // open set: codes of Foundation
            return "the system gives no other reason than the number \(error.code)"
        }
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
