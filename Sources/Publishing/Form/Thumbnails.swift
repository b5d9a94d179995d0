package import Shared
import Synchronization

/// Reaches a file of a finding by its hash; reads none that has more than so many bytes.
package typealias ReferredFiles =
    @Sendable (_ hash: Hash256, _ bytesMax: Int) throws -> ReferredFile

/// What there is of a file where an export is written.
package enum ReferredFile: Sendable {
    case here([UInt8])
    case tooLarge
    case notHere
}

/// The pictures that a file of findings shows small, each as it was attached.
///
/// Nothing of them is decoded, and each is in memory only until it is written.
final class Thumbnails: Sendable {
    private let files: ReferredFiles
    private let types: Set<String>
    /// How many bytes of pictures the file may still have.
    private let room = Mutex(roomMax)

    /// What a picture may have.
    static let bytesMax = 256 * 1024
    /// What each counts at least: a file with hundreds of thousands is shown by no program.
    private static let bytesMin = 4 * 1024
    /// What all of a file may have together.
    static let roomMax = 16 * 1024 * 1024

    /// Why a file is not shown, as a sentence.
    enum Reason: String, Sendable {
        case notHere = "Not here: it has not come to where this export was made."
        case tooLarge = "Too large to show: a picture has at most 256 KiB here."
        case noRoom = "Not shown: the pictures of this export have 16 MiB, as many as they may."
        case otherKind = "Not a picture that can be shown here."
        case damaged = "Not shown: nothing can be made of this picture."
    }

    /// Nil where nobody asked for any.
    init?(_ facts: ExportFacts, types: Set<String>) {
        guard facts.options.hasThumbnails else { return nil }
        files = facts.files
        self.types = types
    }

    /// - Parameters:
    ///   - hash: As a row names the file.
    ///   - use: Takes the picture; false where nothing can be made of it, which takes no room.
    /// - Returns: Why it is not shown; nil where it is.
    func show(
        _ hash: String, use: (_ picture: [UInt8], _ mediaType: String) throws -> Bool
    ) throws -> Reason? {
        guard let wanted = [UInt8](hex: hash).flatMap(Hash256.init(bytes:)) else { return .notHere }
        switch try files(wanted, Self.bytesMax) {
        case .notHere: return .notHere
        case .tooLarge: return .tooLarge
        case .here(let bytes):
            // What lies there may have come to harm: it is what the finding names, or not here.
            guard Hash256(of: bytes) == wanted else { return .notHere }
            let type = EvidenceType(sniffing: Array(bytes.prefix(EvidenceType.sniffedBytes)))
            guard types.contains(type.mediaType) else { return .otherKind }
            let count = max(bytes.count, Self.bytesMin)
            guard room.withLock({ $0 >= count }) else { return .noRoom }
            guard try use(bytes, type.mediaType) else { return .damaged }
            room.withLock { $0 -= count }
            return nil
        }
    }
}
