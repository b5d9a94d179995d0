import Client
import Foundation
import Reading
import Shared

/// One file of evidence as an address names it: the file, and the finding that it is shown for.
struct EvidencePlace: Sendable {
    let audit: AuditID
    let hash: Hash256
    /// Empty for any.
    let state: String
    let criterion: String
    let zoom: EvidenceViewer.Zoom
    /// What a form has just done; nil for nothing.
    let told: FileNotice?
}

/// One file of evidence as a finding has it.
struct EvidencePage: Page {
    static let template = "evidence"
    let frame: PageFrame
    let heading: String
    let lede: String
    /// What a form has just done; nil for nothing.
    let told: String?
    /// The other files of the component state, in the order of its page; nil at the ends.
    let previous: PageFrame.Link?
    let following: PageFrame.Link?
    let file: File
    let words: EvidenceWordsForm
    /// All files of the finding; empty where it has no other.
    let siblings: [EvidenceTile]
    /// Where a form is sent that takes out the place where the file was made; nil where it says
    /// none, and for whoever may not.
    let placeAddress: String?
    /// What kind of file it is, in a word of everyday.
    let kindWord: String
    /// Where a form is sent that takes the file off the finding; nil for whoever may not.
    let detachAddress: String?
    let facts: [Fact]
    /// Where else the same file is attached; empty for nowhere.
    let others: [PageFrame.Link]

    /// - Throws: `PageError.notFound` for a file that no finding of the audit refers to.
    init(_ wanted: EvidencePlace, _ form: Form = Form(), in context: PageContext) throws {
        let (view, same) = try context.findings(with: wanted.hash, of: wanted.audit)
        let item =
            same.first { $0.state == wanted.state && $0.criterion == wanted.criterion } ?? same[0]
        let place = try StatePlace(item.id, of: view, in: context)
        heading = item.said.caption ?? item.shownName
        let up = PageFrame.Link(place.title, place.address)
        frame = try PageFrame(
            "Evidence: \(heading)", .work, of: view,
            behind: [up], in: context)
        let environment = place.environment.sentence
        lede = "Evidence for \(place.title), \(environment), criterion \(item.criterion)"
        told = wanted.told?.words(at: context.place)
        let state = try view.item(place.id)
        let files = try Self.files(of: state, at: place, context.client)
        (previous, following) = Self.neighbours(of: item, among: files, in: view)
        let own = files.filter { $0.criterion == item.criterion }
        siblings =
            own.count < 2
            ? []
            : own.map {
                EvidenceTile(
                    $0, in: view, at: context.place, isHere: $0.hash == item.hash)
            }
        file = File(item, at: place, zoom: wanted.zoom, form, home: context.place)
        words = EvidenceWordsForm(item, of: state, at: place, form)
        detachAddress = place.canRecord ? Address.evidence(item, in: view) : nil
        placeAddress = context.client.evidence.saysPlace(item) ? detachAddress : nil
        kindWord =
            switch item.show {
            case .picture: "picture"
            case .video: "video"
            case .sound: "recording"
            case .link, .absent: "file"
            }
        facts = Self.facts(of: item, in: view, context)
        others = same.filter { $0.state != item.state || $0.criterion != item.criterion }.map {
            PageFrame.Link("\($0.state), \($0.criterion)", Address.evidence($0, in: view))
        }
    }

    private static func facts(
        of item: EvidenceItem, in view: AuditView, _ context: PageContext
    ) -> [Fact] {
        let author = item.author == view.person ? "You" : view.plan.name(of: item.author)
        let kind = item.type.map { type in
            type.brokenPromise(of: item.name).map {
                "\(type.mediaType), although its name says \($0)"
            } ?? type.mediaType
        }
        return [
            Fact("File", item.shownName),
            Fact("Kind", kind ?? "Told once the file is here"),
            Fact("Size", item.size.map(File.words) ?? "Told once the file is here"),
            Fact("Added by", "\(author), \(context.time.shown(item.addedAt))"),
            Fact("Saved", item.place.words(at: context.place)),
            Fact("SHA-256", item.hash.hex),
        ]
    }

    /// All files of a component state in the order of its page.
    private static func files(
        of item: StateItem, at place: StatePlace, _ client: AuditClient
    ) throws -> [EvidenceItem] {
        let items = try client.evidence.items(of: item.record, in: place.view)
        return place.possible.flatMap { one in items.filter { $0.criterion == one.id } }
    }

    /// The files before and after one.
    private static func neighbours(
        of item: EvidenceItem, among files: [EvidenceItem], in view: AuditView
    ) -> (previous: PageFrame.Link?, following: PageFrame.Link?) {
        let here = files.firstIndex { $0.hash == item.hash && $0.criterion == item.criterion }
        guard let here else { return (nil, nil) }
        func link(_ index: Int) -> PageFrame.Link? {
            guard files.indices.contains(index) else { return nil }
            let file = files[index]
            return PageFrame.Link(file.shownName, Address.evidence(file, in: view))
        }
        return (link(here - 1), link(here + 1))
    }

    enum Show: Sendable {
        case picture, video, sound
        /// Nothing that a page can show within itself.
        case link
        case absent

        /// Only what every browser can show, and what runs nothing.
        init(_ type: EvidenceType) {
            switch type.mediaType {
            case "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif": self = .picture
            case let type where type.hasPrefix("video/"): self = .video
            case let type where type.hasPrefix("audio/"): self = .sound
            default: self = .link  // open set: types
            }
        }
    }

    /// The file itself; at most one of the ways to show it is there.
    struct File: Sendable {
        let viewer: EvidenceViewer?
        let video: String?
        let sound: String?
        /// Why nothing is shown; nil where something is.
        let hint: String?
        /// Nil while the file is not here.
        let download: String?
        let name: String
        let caption: String

        fileprivate init(
            _ item: EvidenceItem, at place: StatePlace, zoom: EvidenceViewer.Zoom,
            _ form: Form, home: String
        ) {
            let address = Address.evidenceBytes(place.view.audit, item.hash.hex)
            let show = item.show
            viewer =
                show == .picture
                ? EvidenceViewer(
                    item, in: place.view, zoom: zoom, canRecord: place.canRecord, form)
                : nil
            video = show == .video ? address : nil
            sound = show == .sound ? address : nil
            download = show == .absent ? nil : "\(address)?download=1"
            name = item.shownName
            caption = [name, item.size.map(Self.words)].compactMap(\.self).joined(separator: ", ")
            hint =
                switch show {
                case .picture, .video, .sound: nil
                case .link: "A page cannot show this kind of file. Download it to open it."
                case .absent:
                    "The file is not on this \(home) yet. It comes with a sync, once the laptop "
                        + "that has it has sent it."
                }
        }

        /// Such as `1.2 MB`, in decimal units as file managers have them.
        fileprivate static func words(ofBytes bytes: UInt64) -> String {
            guard bytes >= 1000 else { return "\(bytes) bytes" }
            var value = Double(bytes) / 1000
            for unit in ["kB", "MB"] {
                if value < 1000 { return String(format: "%.1f \(unit)", value) }
                value /= 1000
            }
            return String(format: "%.1f GB", value)
        }
    }
}

extension EvidenceItem {
    var shownName: String { name ?? "File \(hash.hex.prefix(8))" }

    var show: EvidencePage.Show {
        guard let type, place != .pending else { return .absent }
        return EvidencePage.Show(type)
    }
}

extension EvidenceItem.Place {
    /// - Parameter place: The word for where the home is.
    func words(at place: String) -> String {
        switch self {
        case .here: "On the server"
        case .toSend: "On this \(place)"
        case .pending: "Not here yet"
        }
    }
}

extension Address {
    /// A file's page, at the line that tells what became of it.
    static func evidence(_ place: EvidencePlace, told news: FileNotice) -> String {
        let query = query([
            ("state", place.state), ("criterion", place.criterion), ("told", news.rawValue),
        ])
        return "\(evidence(place.audit, place.hash.hex))\(query)#told"
    }
}
