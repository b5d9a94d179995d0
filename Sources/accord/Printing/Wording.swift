import Client
import Foundation
import Reading
import Shared

extension RekeyReason {
    var words: String {
        switch self {
        case .copied:
            "this home was copied, moved or restored: it goes on as a device of its own, with all "
                + "its work"
        case .forked:
            "another copy of this laptop has synced: this one goes on as a device of its own, and "
                + "its work was sent under the new name"
        case .rolledBack:
            "this laptop was put back to an older state: what the server had of it was fetched, "
                + "and it goes on as a device of its own"
        case .serverRestored:
            "the server was put back to an older state: what it had lost of your team's work was "
                + "brought back from this laptop"
        }
    }
}

extension Repair {
    var words: String {
        switch self {
        case .composed(let records):
            "What is derived was wrong in \(counted(records, "record")); it was composed anew."
        case .pulled:
            "Records on this laptop were damaged; all were fetched again, and it agrees with the "
                + "server now."
        case .failed: trouble?.message ?? ""
        }
    }
}

extension JournalReplay {
    var words: String {
        var parts: [String] = []
        if replayed > 0 {
            parts.append(
                "this laptop's database was put back to an older state: "
                    + "\(counted(replayed, "change")) came back from the journal")
        }
        if let orphansPath {
            parts.append(
                "\(counted(orphans, "change")) of the journal did not fit the database and "
                    + "\(orphans == 1 ? "is" : "are") kept in \(orphansPath); "
                    + "the next sync takes \(orphans == 1 ? "it" : "them") in: accord sync")
        }
        return parts.joined(separator: "; ")
    }
}

extension Judgement {
    var coloured: String {
        switch self {
        case .passed: Terminal.output.styled(words, .green)
        case .failed: Terminal.output.styled(words, .red)
        case .cantTell, .inapplicable: words
        }
    }
}

extension Effective {
    var words: String {
        switch self {
        case .untested: "untested"
        case .single(let judgement, _): judgement.words
        case .agreed(let judgement, let supporters):
            "\(judgement.words) (\(supporters.count) testers agree)"
        case .automatic(let judgement, let method, _): "\(judgement.words) (by rule \(method))"
        case .undecided: "undecided"
        case .decided(let decision): "\(decision.judgement.words) (decided)"
        case .challenged(let decision, _): "\(decision.judgement.words) (decided, challenged)"
        }
    }
}

extension Finding {
    /// What holds; of an undecided finding every value that stands; and whether it was withdrawn.
    var words: String {
        switch withdrawal {
        case .none: standingWords
        case .withdrawn: effective == .untested ? "withdrawn" : "withdrawn (said: \(standingWords))"
        case .contested: "\(standingWords) (withdrawal contested)"
        }
    }

    private var standingWords: String {
        if case .untested = effective, let suggested = suggestions.newest?.value.text {
            let outcome = suggested.split(separator: " ").first.map(String.init) ?? suggested
            return "untested (suggested: \(outcome))"
        }
        guard case .undecided = effective else { return effective.words }
        let values = judgements.compactMap { $0.value.judgement?.words }
        return "undecided: " + Set(values).sorted().joined(separator: " / ")
    }

    var shortCriterion: String { Criterion.short(criterion) }
}

extension Finding.Withdrawal {
    /// The withdrawer's words; nil when nothing is withdrawn.
    var reason: String? {
        switch self {
        case .none: nil
        case .withdrawn(let reason), .contested(let reason): reason
        }
    }
}

extension WithdrawalStatus {
    /// A finding's criterion without control and platform; empty for anything else.
    var shortCriterion: String { criterion.map(Criterion.short) ?? "" }

    /// Where it was made, in the audit's words.
    var place: String { criterion == nil ? name : "\(shortCriterion) on \(name)" }
}

extension FieldName {
    var words: String {
        switch self {
        case .judgement: "verdict"
        case .assistiveTechnologyVersion: "assistive technology's version"
        case .assistiveTechnologyHints: "assistive technology's hints"
        case .assistiveTechnologyVerbosity: "assistive technology's verbosity"
        case .assistiveTechnologyLanguage: "assistive technology's language"
        default: rawValue  // open set: names that are words
        }
    }
}

/// Moments as people read them: the laptop's zone, to the minute.
func shown(_ date: Date) -> String {
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        .year().month().day().time(includingFractionalSeconds: false)
    return String(date.formatted(style).dropLast(3))
}

func shown(_ milliseconds: Int64) -> String {
    shown(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
}

extension EvidenceItem {
    /// `menu.png (image/png, 1.2 MB), here`: enough to know the file again and to find it.
    func words(in view: AuditView) -> String {
        let about = [type?.mediaType, size.map { sized($0) }].compactMap(\.self)
        let detail = about.isEmpty ? "" : " (\(about.joined(separator: ", ")))"
        let shows = inWords.map { ": \($0)" } ?? ""
        return "\(name ?? shortHash)\(detail), \(standing(in: view))\(shows)"
    }

    /// What is said of it, else that it needs words; nil for a file that needs none.
    var inWords: String? {
        let said = said.said
        return said.isEmpty ? missing.map { $0.lowercased() } : said.joined(separator: " / ")
    }

    /// Where it is: `here`, `to send`, or whose laptop has to sync before it can come.
    func standing(in view: AuditView) -> String {
        switch place {
        case .here: "here"
        case .toSend: "here, to send"
        case .pending:
            "pending from \(view.plan.name(of: author)) (device \(replica.hex.prefix(8)))"
        }
    }

    var shortHash: String { String(hash.hex.prefix(12)) }
}

/// `812 bytes`, `1.2 MB`.
func sized(_ bytes: UInt64) -> String {
    guard bytes >= 1000 else { return counted(Int(bytes), "byte") }
    var size = Double(bytes) / 1000
    var unit = "kB"
    for larger in ["MB", "GB"] where size >= 1000 { (size, unit) = (size / 1000, larger) }
    let tenths = Int((size * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) \(unit)"
}
