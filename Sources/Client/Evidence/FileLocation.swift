import Reading
import Shared
import Storage

/// What is to become of the place where a file was taken, which cameras write into it.
package enum LocationChoice: Sendable {
    case keep
    /// Taken out; a file of which that cannot be said is attached as it is, and that is told.
    case removeWherePossible
    /// Taken out, or the file is refused: in what cannot be read a place could hide.
    case remove
}

/// What became of the place where a file was taken.
package enum LocationOutcome: String, Sendable {
    case none, kept, removed
    /// The file is of another kind, or damaged: nothing was changed, and nothing can be said.
    case unknown
}

extension LocationOutcome {
    /// What a person is told of it; nil for nothing.
    package var words: String? {
        switch self {
        case .none: nil
        case .kept: "It says where it was made"
        case .removed: "The place where it was made was taken out"
        case .unknown: "Whether it says where it was made could not be read"
        }
    }
}

/// The place where a picture, sound or video was taken, whatever kind of file it is.
enum FileLocation {
    /// Does what is wished; a file that cannot be read to its end keeps every byte.
    ///
    /// - Throws: `AuditError.invalid` for what cannot be read, where the wish is strict.
    static func settle(_ wish: LocationChoice, in file: DiskFile) throws -> LocationOutcome {
        let type = EvidenceType(sniffing: try file.read(EvidenceType.sniffedBytes, at: 0))
        do {
            guard let look = look(for: type) else {
                throw AuditError.invalid(
                    "location data can be taken out of JPEG, PNG, MP4 and QuickTime files only")
            }
            // Read to its end before the first byte is changed.
            guard try look(file, false) else { return .none }
            guard wish != .keep else { return .kept }
            _ = try look(file, true)
            return .removed
        } catch let error as AuditError {
            guard wish != .remove else { throw error }
            // No camera writes plain text, so nothing need be said of it.
            return type.mediaType.hasPrefix("text/") ? .none : .unknown
        }
    }

    private typealias Look = (_ file: DiskFile, _ blanking: Bool) throws -> Bool

    /// Nil for kinds of which nobody knows here where they have it.
    private static func look(for type: EvidenceType) -> Look? {
        switch type.mediaType {
        case "image/jpeg":
            return { file, blanking in
                var picture = JPEGLocation(file: file, isBlanking: blanking)
                return try picture.look()
            }
        case "image/png": return { try PNGLocation.look(in: $0, blanking: $1) }
        case "video/mp4", "video/quicktime", "audio/mp4":
            return { file, blanking in
                var movie = MovieLocation(file: file, isBlanking: blanking)
                return try movie.look()
            }
        default: return nil  // open set: types
        }
    }
}
