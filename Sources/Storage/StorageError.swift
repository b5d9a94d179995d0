import Foundation

/// Why a database could not be used; in every case what it held before is untouched.
package enum StorageError: Error, Sendable, Equatable, CustomStringConvertible {
    case newerVersion(path: String, found: Int, supported: Int)
    /// An older program made the file, in a format that is no longer read; nothing was written.
    case olderVersion(path: String, found: Int, supported: Int)
    case foreignFile(path: String)
    /// The file contradicts itself; the last transaction did not happen.
    case damaged(path: String, detail: String)
    case diskFull(path: String)
    case busy(path: String, holder: String)
    /// Another file has taken its place since it was opened; nothing was written.
    case replaced(path: String)
    /// Something has the name already; it was not touched.
    case taken(path: String)
    /// Nothing can be written under the name that was given; nothing was touched.
    case unfit(name: String, reason: String)
    /// Anything else that database or file system said; the last transaction did not happen.
    case failed(path: String, detail: String)

    package var description: String {
        switch self {
        case .newerVersion(let path, let found, let supported):
            "\(path) was made by a newer version of Accord (format \(found); this one reads up to "
                + "\(supported)). Nothing was changed. Install the newer version."
        case .olderVersion(let path, let found, let supported):
            "\(path) was made by an older version of Accord (format \(found); this one reads from "
                + "\(supported) on). Nothing was changed."
        case .foreignFile(let path):
            "\(path) is not a database of Accord's. Nothing was changed. Choose another folder."
        case .damaged(let path, let detail):
            "\(path) is damaged (\(detail)). Nothing more was written. Keep a copy of the folder "
                + "before anything else."
        case .diskFull(let path):
            "The disk that holds \(path) is full. Everything saved before is safe; the last step "
                + "was not saved. Free some space and repeat it."
        case .busy(let path, let holder):
            "\(path) is being written by another process (\(holder)). Nothing was changed. Try "
                + "again when it has finished."
        case .replaced(let path):
            "Another file has taken the place of \(path), as after `rebuild` or when a backup is "
                + "put back. Nothing was written. Start this program again."
        case .taken(let path):
            "\(path) is there already; it was not touched. Choose another name."
        case .unfit("", _):
            "The name of what is to be written is empty, as where a variable is not set. Nothing "
                + "was written."
        case .unfit(let name, let reason):
            "“\(name)” \(reason). Nothing was written. Name another place."
        case .failed(let path, let detail):
            "\(path) could not be used: \(detail). Everything saved before is safe. "
                + "See to that, or name another place, and do it again."
        }
    }
}

extension StorageError {
    /// What Foundation or the system said of a file, in words that fit behind its path.
    ///
    /// Libraries say it in a language of their own, which never reaches a person; what nobody has
    /// words for is told by a number that whoever gets a report can look up.
    static func words(of error: NSError) -> String {
        if error.domain == NSPOSIXErrorDomain { return words(of: Int32(error.code)) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
            return words(of: cause as NSError)
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
}
