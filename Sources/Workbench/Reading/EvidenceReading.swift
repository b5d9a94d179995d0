import Client
import Foundation
import Presentation
import Shared

/// One file of evidence as an address names it: the file, and of which finding.
struct EvidencePlace: Sendable {
    let audit: AuditID
    let hash: Hash256
    /// Empty for any.
    let state: String
    let criterion: String
}

extension Desk {
    /// The page of one file.
    ///
    /// - Throws: `PageError.notFound` for a file that no finding of the audit refers to.
    func page(of wanted: EvidencePlace) throws -> EvidencePage {
        let (view, same) = try findings(with: wanted.hash, of: wanted.audit)
        let item =
            same.first { $0.state == wanted.state && $0.criterion == wanted.criterion } ?? same[0]
        guard let component = view.components[item.id.component],
            let environment = view.plan.environments[item.id.environment],
            let place = StatePlace(
                item.id, component, environment, view, try catalogue(of: view))
        else { throw PageError.notFound }
        let name = item.shownName
        var frame = try frame("Evidence: \(name)", .work, of: view)
        frame.crumbs += [
            PageFrame.Link(view.plan.title, Address.audit(view.audit)),
            PageFrame.Link(place.title, place.address),
        ]
        return EvidencePage(
            frame: frame, heading: name,
            lede: "Evidence for \(place.title), \(environment.sentence), "
                + "criterion \(item.criterion)",
            neighbours: try neighbours(of: item, at: place),
            file: EvidencePage.File(
                item.show, address: Address.evidenceBytes(view.audit, item.hash.hex), name: name,
                size: item.size.map(Self.words(ofBytes:))),
            detachAddress: place.canRecord ? Address.evidence(item, in: view) : nil,
            facts: facts(of: item, in: view),
            others: same.filter { $0.state != item.state || $0.criterion != item.criterion }.map {
                PageFrame.Link(
                    "\($0.state), \($0.criterion)", Address.evidence($0, in: view))
            })
    }

    /// A file that findings of an audit refer to; at least one.
    func findings(
        with hash: Hash256, of audit: AuditID
    ) throws -> (view: AuditView, items: [EvidenceItem]) {
        guard try client.store.plan(audit) != nil else { throw PageError.notFound }
        let view = try client.view(audit)
        let items = try client.evidence(of: view).filter { $0.hash == hash }
        guard !items.isEmpty else { throw PageError.notFound }
        return (view, items)
    }

    /// The files before and after one, in the order of its state's page.
    private func neighbours(
        of item: EvidenceItem, at place: StatePlace
    ) throws -> (previous: PageFrame.Link?, following: PageFrame.Link?) {
        let record = try client.state(place.id, of: place.view).record
        let items = try client.evidence(of: record, in: place.view)
        let order = place.criteria.map(\.id)
        let files = order.flatMap { id in items.filter { $0.criterion == id } }
        guard
            let index = files.firstIndex(where: {
                $0.hash == item.hash && $0.criterion == item.criterion
            })
        else { return (nil, nil) }
        func link(_ index: Int) -> PageFrame.Link? {
            guard files.indices.contains(index) else { return nil }
            let file = files[index]
            return PageFrame.Link(file.shownName, Address.evidence(file, in: place.view))
        }
        return (link(index - 1), link(index + 1))
    }

    private func facts(of item: EvidenceItem, in view: AuditView) -> [StatePage.Fact] {
        let who = item.author == view.person ? "You" : view.plan.name(of: item.author)
        return [
            StatePage.Fact("Added by", "\(who), \(item.addedAt.shown(now: now))"),
            StatePage.Fact("Saved", item.place.words),
            StatePage.Fact("Kind", item.type?.mediaType ?? "Told once the file is here"),
            StatePage.Fact("SHA-256", item.hash.hex),
        ]
    }

    /// Such as `1.2 MB`, in decimal units as file managers have them.
    private static func words(ofBytes bytes: UInt64) -> String {
        var value = Double(bytes)
        for unit in ["bytes", "kB", "MB"] {
            if value < 1000 {
                return unit == "bytes"
                    ? "\(bytes) bytes" : String(format: "%.1f \(unit)", value)
            }
            value /= 1000
        }
        return String(format: "%.1f GB", value)
    }
}

extension EvidenceItem {
    /// What a page calls it.
    var shownName: String { name ?? "File \(hash.hex.prefix(8))" }

    /// How a page shows it.
    var show: EvidencePage.Show {
        guard let type, place != .pending else { return .absent }
        return EvidencePage.Show(type)
    }
}

extension EvidencePage.Show {
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
