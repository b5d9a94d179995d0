import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct AnnounceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce", abstract: "Check what screen readers said.",
        discussion: """
            Example: accord announce check "Close, button" --control sheet --platform ios \\
              --part close-button --label Close
            """, subcommands: [Check.self, Recheck.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check a phrase, or a file of phrases, against the catalogue.",
            discussion: """
                Write pauses as commas; - reads the phrase from standard input. Without --state \
                the part is in one that is not spoken of. Nothing is saved, and no home is \
                needed. It is the catalogue that came with the audit, where --audit names one or
                there is one alone.

                Ends with 1 when a phrase fails. A file of cases has the form of \
                docs/formats.md; each case is answered with one line of JSON.

                Example: accord announce check "Card controller, minimized, button" \\
                  --control sheet --platform ios --part grabber --state minimized \\
                  --label "Card controller"
                Example: accord announce check --cases cases.json
                """)

        @Argument(help: "What was heard; - is standard input.") var phrase: String?
        @Option(help: "The control, as in accord catalogue list.") var control: String?
        @Option(help: .init("The platform.", valueName: "ios|android")) var platform: String?
        @Option(help: "The part of the control that has focus.") var part: String?

        @Option(help: "The state it is in; left out for one that is not spoken of.")
        var state: String?

        @Option(help: "Its accessible name, as it should be.") var label: String?

        @Option(help: .init("A text of a grouped row that has to be heard.", valueName: "text"))
        var content: [String] = []

        @Flag(help: "It was heard right after the state had changed: name and state are enough.")
        var afterChange = false

        @Flag(help: "Take \"dimmed\" from TalkBack for a remark.") var lenient = false

        @Option(help: .file("A file of cases; - is standard input."), completion: .file())
        var cases: String?

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            let names = [phrase, control, platform, part, label]
            guard cases == nil else {
                let isAlone = state == nil && content.isEmpty && !afterChange && !lenient
                return try require(
                    isAlone && names.allSatisfy { $0 == nil },
                    "Give either --cases, or a phrase with its names.")
            }
            try require(
                names.allSatisfy { $0 != nil },
                "Give a phrase with --control, --platform, --part and --label, or --cases FILE.")
        }

        func run() throws {
            let catalogue = try catalogue.find(options)
            if let cases {
                let cases = try input(cases, orElse: "Nothing was checked.")
                return try check(try catalogue.announcementCases(cases))
            }
            let choice = try catalogue.announcement(named: asked)
            let result = AnnouncementCheck(choice.expectation).check(try heard())
            try options.report(result.json(id: nil, choice, expected: nil, agrees: nil)) {
                AnnouncementSuggestion(result).sentence
                if result.verdict != .pass, let example = choice.example {
                    "This would pass: \(example)"
                }
            }
            if result.verdict == .fail { throw ExitStatus.checkSaidNo }
        }

        private var asked: AnnouncedPart {
            var asked = AnnouncedPart(
                control: control ?? "", platform: platform ?? "", part: part ?? "", state: state,
                label: label ?? "")
            asked.content = content
            asked.mode = afterChange ? .afterChange : .focus
            asked.isLenient = lenient
            return asked
        }

        /// The phrase; of standard input without the line break that ends it.
        private func heard() throws -> String {
            guard phrase == "-" else { return phrase ?? "" }
            let bytes = try input("-", orElse: "Nothing was checked.")
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .joined(separator: " ")
        }

        /// Each case is answered at once, with or without --json.
        private func check(_ cases: [AnnouncementCase]) throws {
            var hasFailed = false
            for one in cases {
                let result = one.result
                hasFailed = hasFailed || result.verdict == .fail
                try result.json(
                    id: one.id, one.choice, expected: one.expected, agrees: one.agrees(with: result)
                ).printed()
            }
            if hasFailed { throw ExitStatus.checkSaidNo }
        }
    }

    struct Recheck: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "recheck", abstract: "Check again all that was heard in an audit.",
            discussion: """
                Says where the check now suggests something else than what is kept beside the \
                verdict, and where it suggests another verdict. With --strict or --lenient it says \
                what would change if the audit were taken so (accord audit announcements); with \
                --save it keeps the new suggestions. Verdicts are never changed.

                Example: accord announce recheck --lenient
                """)

        @Flag(help: "As if \"dimmed\" from TalkBack were the wrong word.") var strict = false
        @Flag(help: "As if \"dimmed\" from TalkBack were worth a remark only.") var lenient = false
        @Flag(help: "Keep the new suggestions, each beside its verdict.") var save = false
        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            try require(!strict || !lenient, "Give --strict or --lenient, not both.")
            try require(
                !save || !(strict || lenient),
                "--save keeps what the audit's own setting suggests. Set it first: "
                    + "accord audit announcements lenient")
        }

        func run() throws {
            let (client, view) = try options.open()
            let strictness: AnnouncementStrictness? = strict ? .strict : lenient ? .lenient : nil
            let catalogue = try catalogue.find(client, view).required()
            let found = try client.recording.recheck(
                view, catalogue: catalogue, strictness: strictness)
            let saved = save ? try client.recording.correct(found, in: view) : 0
            try options.report(found.report(saved: saved, strictness ?? view.plan.announcements))
        }
    }
}

extension AnnouncementResult {
    /// The same keys for a phrase and for a case.
    fileprivate func json(
        id: String?, _ choice: AnnouncementChoice, expected: Level?, agrees: Bool?
    ) -> JSON {
        [
            "id": id, "verdict": verdict.rawValue, "problems": problems.map(\.code),
            "example": choice.example, "expected": expected?.rawValue, "agrees": agrees,
        ]
    }
}
