import Client
import Reading
import Shared

/// One file in a strip of them: a picture, or a tile that says what it is.
struct EvidenceTile: Sendable {
    let href: String
    /// The address of its bytes when they are a picture that is here; nil else.
    let picture: String?
    /// What the picture shows; empty while nobody has said it.
    let alt: String
    /// The symbol of what is no picture; nil else.
    let tile: String?
    /// What the symbol says.
    let kind: String
    let name: String
    let `where`: String
    /// What is still to be said of it, and that it is not what its name says.
    let warnings: [String]
    let isHere: Bool

    /// - Parameter home: The word for where the home is.
    init(_ item: EvidenceItem, in view: AuditView, at home: String, isHere: Bool = false) {
        let show = item.show
        href = Address.evidence(item, in: view)
        picture = show == .picture ? Address.evidenceBytes(view.audit, item.hash.hex) : nil
        alt = item.said.shows ?? ""
        tile = show.symbol
        kind = show.word
        name = item.said.caption ?? item.shownName
        `where` = item.place.words(at: home)
        warnings = [item.missing, item.doubt].compactMap(\.self)
        self.isHere = isHere
    }
}

extension EvidencePage.Show {
    fileprivate var symbol: String? {
        switch self {
        case .picture: nil
        case .video: "i-video"
        case .sound: "i-mic"
        case .link: "i-book"
        case .absent: "i-offline"
        }
    }

    fileprivate var word: String {
        switch self {
        case .picture: "Picture"
        case .video: "Video"
        case .sound: "Sound"
        case .link: "File"
        case .absent: "Not here yet"
        }
    }
}
