import ArgumentParser
import Client
import Shared

extension AnnounceCommand {
    struct Recheck: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check again all that was heard in an audit.",
            discussion: """
                Says where the check now suggests something else than what is kept beside the \
                verdict, and where it suggests another verdict. With --strict or --lenient it says \
                what would change if the audit were taken so (accord audit announcements); with \
                --save it keeps the new suggestions. Verdicts are never changed.

                Example: accord announce recheck --lenient
                """)

        @Flag(help: "As if \"dimmed\" from TalkBack were the wrong word.")
        var strict = false

        @Flag(help: "As if \"dimmed\" from TalkBack were worth a remark only.")
        var lenient = false

        @Flag(help: "Keep the new suggestions, each beside its verdict.")
        var save = false

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            guard !strict || !lenient else {
                throw ValidationError("Give --strict or --lenient, not both.")
            }
            guard !save || !(strict || lenient) else {
                throw ValidationError(
                    "--save keeps what the audit's own setting suggests. Set it first: "
                        + "accord audit announcements lenient")
            }
        }

        func run() throws {
            let (client, view) = try options.open()
            let strictness: AnnouncementStrictness? = strict ? .strict : lenient ? .lenient : nil
            let found = try client.recording.recheck(
                view, catalogue: try catalogue.find(client, view).required(),
                strictness: strictness)
            let saved = save ? try client.recording.correct(found, in: view) : 0
            try options.answer(json(found, strictness ?? view.plan.announcements, saved)) {
                tell(found, saved)
            }
        }

        private func tell(_ found: [RecheckedFinding], _ saved: Int) {
            let differing = found.filter(\.differs)
            if !differing.isEmpty {
                var table = Table("COMPONENT STATE", "CRITERION", "VERDICT", "KEPT", "NOW")
                for finding in differing {
                    table.add(
                        finding.state, finding.shortCriterion, finding.verdict, finding.kept,
                        finding.suggestion?.words ?? "-")
                }
                print("The check now says something else than what was kept:\n\(table.text)\n")
            }
            let otherwise = found.filter(\.isOtherwise)
            if !otherwise.isEmpty {
                var table = Table("COMPONENT STATE", "CRITERION", "VERDICT", "SUGGESTED")
                for finding in otherwise {
                    table.add(
                        finding.state, finding.shortCriterion, finding.verdict,
                        finding.suggestion?.words ?? "-")
                }
                print("It suggests another verdict than the one in effect:\n\(table.text)\n")
            }
            guard !found.isEmpty else { return print("No finding says what was heard.") }
            print("Checked \(counted(found.count, "finding")): \(outcome(differing.count, saved))")
        }

        private func outcome(_ differing: Int, _ saved: Int) -> String {
            if differing == 0 { return "every suggestion stands as it was kept." }
            guard saved > 0 else {
                return "\(counted(differing, "suggestion")) would change. Nothing was saved."
            }
            return "\(counted(saved, "suggestion")) saved on this laptop. No verdict was changed."
        }

        private func json(
            _ found: [RecheckedFinding], _ strictness: AnnouncementStrictness, _ saved: Int
        ) -> JSON {
            [
                "checked": found.count, "differing": found.count(where: \.differs),
                "findings": found.map(\.json), "otherwise": found.count(where: \.isOtherwise),
                "saved": saved, "strictness": strictness.rawValue,
            ]
        }
    }
}

extension RecheckedFinding {
    fileprivate var shortCriterion: String { Finding.short(criterion) }

    /// In words; what a later version kept as it wrote it.
    fileprivate var kept: String {
        stored.map { AnnouncementSuggestion(text: $0)?.words ?? $0 } ?? "-"
    }

    fileprivate var verdict: String { outcome?.rawValue ?? "none" }

    fileprivate var json: JSON {
        [
            "state": state, "criterion": criterion, "heard": heard, "outcome": outcome?.rawValue,
            "stored": stored, "suggested": suggestion?.text, "differs": differs,
        ]
    }
}
