package import Foundation
package import Shared
import Storage

/// A file that is to be attached: something to read, and what it is called.
package struct EvidenceSource {
    /// Read from where it stands to its end.
    package let handle: FileHandle
    package let name: String?

    /// - Parameter name: A path's last component is taken; nil for none.
    package init(_ handle: FileHandle, name: String?) {
        self.handle = handle
        self.name = name.flatMap { EvidenceName.cleaned($0) }
    }

    /// Opens a file that a person named; refuses at once what may have no end.
    ///
    /// - Throws: `ReportedError` of kind `notFound`; nothing was saved.
    package init(path: String, name: String?) throws {
        do {
            guard try FileStatus(lookingAt: path) != nil
            else { throw ReportedError(.notFound, "\(path) is not there. Nothing was saved.") }
            _ = try DiskFile(path, for: .reading)
        } catch StorageError.failed(_, let detail) {
            throw ReportedError(
                .notFound,
                "\(path) cannot be attached: \(detail). Nothing was saved. Name a file, or pipe "
                    + "its bytes in and name -.")
        }
        self.init(try FileHandle(forReadingFrom: URL(filePath: path)), name: name)
    }
}

/// One file that was attached.
package struct AttachedEvidence: Hashable, Sendable {
    package let hash: Hash256
    /// In bytes, after location data was taken out.
    package let size: UInt64
    package internal(set) var name: String?
    package let type: EvidenceType?
    package let location: LocationOutcome
    /// Whether the finding had these bytes already; then it says nothing new of them.
    package internal(set) var isKnown = false
}
