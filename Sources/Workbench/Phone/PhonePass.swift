import Foundation
import Shared

/// The right of one phone to send files to one finding, for ten minutes.
struct PhonePass: Sendable {
    /// In the phone's address; whoever reads it off the laptop's screen may use it once.
    let code: String
    let audit: AuditID
    let state: StateID
    /// The full id.
    let criterion: String
    let end: Date
    /// What the first browser got that opened the address; nil until one has.
    var browser: String?
    /// How many files were begun, whatever became of them.
    var begun = 0
    var bytes: UInt64 = 0
    var arrived: [Arrived] = []

    static let life = Duration.seconds(600)
    static let filesMax = 50
    static let fileBytesMax: UInt64 = 512 * 1024 * 1024
    static let allBytesMax: UInt64 = 2 * 1024 * 1024 * 1024

    /// A file that the finding has.
    struct Arrived: Sendable {
        let name: String
        let words: String
        let at: Date
    }
}

/// Why a phone is turned away; nothing was taken over.
enum PhoneError: Error {
    /// There is no such address, there is none any more, or another phone has it.
    case closed
    /// The request came by another name, or from a page of somebody else.
    case stranger
    case tooLarge
    case tooMany

    var words: String {
        switch self {
        case .closed:
            "This address is not open, or another phone opened it first. Make a new one on the "
                + "laptop, beside the criterion."
        case .stranger: "The request did not come from the page of this address."
        case .tooLarge:
            "The file is larger than \(PhonePass.fileBytesMax / 1024 / 1024) MB. Copy it to the "
                + "laptop another way, and attach it there."
        case .tooMany:
            "This address has taken as much as it takes. Make a new one on the laptop."
        }
    }
}
