import Client
import Foundation
import Reading
import Shared
import Storage

/// The rows of a file, or of standard input for `-`; the consequence is told with an error.
func rows(of path: String, in client: AuditClient, orElse consequence: String) throws -> RowFile {
    do {
        return try RowFile(at: path, copyingInto: client.home.folder.path)
    } catch StorageError.failed(_, let detail) {
        throw ReportedError(.notFound, "\(path) cannot be read: \(detail). \(consequence)")
    }
}

extension BulkProgress {
    var words: String {
        switch self {
        case .looked(let rows): "looking at the rows: \(rows)"
        case .saved(let rows): "saving them: \(rows)"
        }
    }
}

extension RecordingSummary {
    /// As many names as somebody reads on a terminal.
    private static let namesShown = 20

    /// What a save did, or would do.
    ///
    /// - Parameters:
    ///   - isOne: Whether one finding was typed, and no rows were read.
    ///   - agreement: How its verdict stands to those of others.
    func report(
        ofOne isOne: Bool = false, isRehearsal: Bool = false, agreement: String? = nil
    ) -> Answer {
        Answer([
            "agreement": agreement, "changes": changes, "disagreements": disagreements,
            "dryRun": isRehearsal, "findings": findings, "newComponents": newComponents,
            "leftOut": passedOver.rows, "otherwise": otherwiseCount, "states": states,
            "renamed": renamed,
            "suggestion": JSON(isOne ? otherwise.first?.text : nil), "unsettled": unsettled,
            "untold": untold,
            "warnings": warnings, "withdrawn": withdrawn.map(\.state),
        ]) {
            // First: a verdict beside a withdrawal is for a lead to look at.
            for one in withdrawn { (isOne ? "" : "\(one.state): ") + one.note.sentence }
            unsettled
            for name in newComponents.prefix(Self.namesShown) { "new component: \(name)" }
            let unnamed = newComponents.count - Self.namesShown
            if unnamed > 0 { "and \(counted(unnamed, "new component")) more: --json names them" }
            for clause in renamed { "\(clause): what was said of it is kept there" }
            if untold > 0 { "and \(untold) more of these" }
            if let first = otherwise.first { words(ofOtherwise: first, isOne: isOne) }
            result(isRehearsal: isRehearsal)
            if passedOver.rows > 0 {
                "\(counted(passedOver.rows, "row")) left out: nothing is said there that is to be "
                    + "saved."
            }
            // Others' verdicts stay: nothing is replaced, and somebody has to look.
            if let agreement {
                agreement
            } else if !isOne, disagreements > 0 {
                let others = "\(disagreements) of a colleague's"
                isRehearsal
                    ? "would disagree with \(others): both would stay"
                    : "disagrees with \(others): both stay. See them with: accord conflicts"
            }
            warnings
        }
    }

    /// What an import did beside that.
    func importReport(isRehearsal: Bool) -> Answer {
        let report = report(isRehearsal: isRehearsal)
        return Answer([
            "alreadyImported": passedOver.known, "changes": changes,
            "disagreements": disagreements, "dryRun": isRehearsal, "findings": findings,
            "keptTexts": passedOver.texts, "keptVerdicts": passedOver.verdicts,
            "leftOut": passedOver.rows, "newComponents": newComponents, "renamed": renamed,
            "states": states, "unsettled": unsettled, "untold": untold,
            "unusedNames": unusedNames, "warnings": warnings,
            "withdrawn": withdrawn.map(\.state),
        ]) {
            try report.lines
            for name in unusedNames { "The map's \(name) is in no row." }
            if passedOver.known > 0 {
                "\(counted(passedOver.known, "finding")) of them came from there before, and "
                    + "nothing of that is changed."
            }
            if passedOver.verdicts > 0 {
                "\(counted(passedOver.verdicts, "verdict")) left out: you have judged otherwise. "
                    + "What you said stays; change it where you agree."
            }
            if passedOver.texts > 0 {
                "\(counted(passedOver.texts, "text")) left out: another stands there."
            }
        }
    }

    private func result(isRehearsal: Bool) -> String {
        let what = "\(counted(findings, "finding")) on \(counted(states, "component state"))"
        guard findings > 0 else { return "No row says anything of a finding. Nothing was saved." }
        if isRehearsal { return "\(what): all rows are right. Nothing was saved." }
        guard changes == 0 else { return "\(what), saved on this laptop." }
        return passedOver.verdicts + passedOver.texts > 0
            ? "\(what): nothing of it is new here. Nothing was saved."
            : "\(what): you have said all of this before. Nothing was saved."
    }

    /// What was heard suggests something else than the verdict: told, and left as it is.
    private func words(ofOtherwise first: AnnouncementSuggestion, isOne: Bool) -> String {
        guard !isOne else { return "\(first.sentence) \(AnnouncementSuggestion.standing)" }
        return counted(otherwiseCount, "finding")
            + ": what was heard suggests another verdict, kept beside yours. "
            + "See them with: accord announce recheck"
    }
}
