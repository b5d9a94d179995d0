import Foundation
import Reading
import Shared

/// One thing as the index has it: what it is, what is said in it, and what it is called.
struct SearchEntry: Hashable, Sendable {
    let kind: Kind
    /// A finding's criterion, or the entry's place in the catalogue.
    let name: String
    /// Nil for what is of the catalogue.
    let standing: SearchQuery.Status?
    let said: String
    let names: String

    enum Kind: String, Sendable {
        case finding, criterion, hint, help
    }

    init(
        _ kind: Kind, _ name: String, standing: SearchQuery.Status? = nil, said: [String],
        names: [String]
    ) {
        self.kind = kind
        self.name = name
        self.standing = standing
        self.said = Self.plain(said, "\n")
        self.names = Self.plain(names, ", ")
    }

    /// Marks where a match begins and ends in an excerpt; no indexed text has it.
    static let matchBegins: Character = "\u{2}"
    static let matchEnds: Character = "\u{3}"

    private static func plain(_ texts: [String], _ separator: String) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: separator)
            .filter { $0 != matchBegins && $0 != matchEnds && $0 != "\0" }
    }
}

extension SearchEntry {
    /// What is found of one component state: a passage a finding.
    static func all(
        of item: StateItem, in view: AuditView, _ catalogue: Catalogue
    ) -> [SearchEntry] {
        let control = item.component.flatMap { catalogue.control($0.control) }
        let platform = view.plan.environments[item.id.environment]?.platform ?? ""
        let state = control?.platform(platform)?.state(item.id.state)
        let place = [
            item.component?.label, item.component?.screen, control?.title,
            state?.title ?? item.id.state, item.environment,
        ].compactMap(\.self)
        return item.findings.map { finding in
            let criterion = catalogue.criterion(finding.criterion)
            let texts = FieldName.findingTexts.flatMap { finding.texts[$0] ?? [] }.compactMap(
                \.value.text)
            let elements = FieldName.findingLists.flatMap { finding.lists[$0] ?? [] }
            let reasons = finding.decisions.compactMap { $0.value.decision?.reason.string }
            let comments = finding.comments.compactMap(\.value.text)
            return SearchEntry(
                .finding, finding.criterion, standing: finding.standing,
                said: texts + reasons + comments + elements
                    + finding.evidenceWords.flatMap(\.said),
                names: place + [criterion?.statement ?? "", finding.criterion])
        }
    }

    static func all(of catalogue: Catalogue) -> [SearchEntry] {
        catalogue.controls.flatMap { control in
            control.platforms.flatMap { platform in
                all(of: platform, "\(control.id)/\(platform.id)", [control.title, platform.id])
            }
        }
    }

    private static func all(
        of platform: ControlPlatform, _ place: String, _ names: [String]
    ) -> [SearchEntry] {
        let criteria = platform.criteria.map { criterion in
            SearchEntry(
                .criterion, criterion.id, said: [criterion.statement, criterion.how],
                names: names + [criterion.id] + criterion.wcag)
        }
        let hints = Dictionary(grouping: platform.hints) { hint in
            "\(place)/\(hint.category.rawValue)/\(hint.framework.rawValue)"
        }
        let mending = hints.sorted { $0.key < $1.key }.map { name, hints in
            SearchEntry(
                .hint, name, said: hints.map(\.text),
                names: names + [hints[0].category.rawValue, hints[0].framework.rawValue])
        }
        let help = platform.help.enumerated().map { index, help in
            SearchEntry(.help, "\(place)/\(index)", said: [help.text], names: names)
        }
        return criteria + mending + help
    }
}

extension Finding {
    /// What holds, as far as a search tells it apart.
    package var standing: SearchQuery.Status {
        guard !isConflict else { return .conflict }
        switch effective.judgement?.outcome {
        case .failed: return .failed
        case .cantTell: return .cantTell
        case .passed: return .passed
        case .inapplicable: return .inapplicable
        case .untested, nil: return .untested
        }
    }
}
