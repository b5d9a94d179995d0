import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct ChecksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checks",
        abstract: "Say what is worth a question while everybody is still testing (leads).",
        discussion: """
            Advice alone: failures without note, heard or evidence; more than 20 verdicts a minute \
            one by one; one outcome alone where others found both on the same criteria; what \
            cannot both hold; verdicts on another build than the round's. What was seen on this \
            laptop is left out until there is more of it.

            Example: accord checks --all
            """)

    @Flag(help: "What was seen on this laptop, too.") var all = false
    @Flag(help: "Take what is listed for seen, on this laptop.") var seen = false
    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        let (client, view) = try options.open()
        let found = try catalogue.find(client, view)
        let asked = try client.fieldChecks.asked(
            of: view, found.gap == nil ? found.catalogue : nil)
        let shown = asked.filter { all || $0.seen < $0.question.count }
        try options.report(FieldChecksReport(questions: shown, view: view))
        if seen {
            let counts = shown.map { ($0.question.subject, $0.question.count) }
            try client.fieldChecks.markSeen(
                Dictionary(uniqueKeysWithValues: counts), in: view.audit)
        }
    }
}

/// Questions with where they are asked.
private struct FieldChecksReport: Report {
    let questions: [(question: FieldChecks.Question, seen: Int)]
    let view: AuditView

    private static let placesMax = 5

    @LineBuilder var lines: [String] {
        if questions.isEmpty { "No question." }
        for (question, _) in questions {
            question.title
            if let span = question.span {
                "  \(shown(span.lowerBound)) to \(shown(span.upperBound))"
            }
            "  \(question.text)"
            for place in question.places.prefix(Self.placesMax) {
                "    \(view.name(of: place.state)) \(place.criterion.map(Criterion.short) ?? "")"
                    .trimmed
            }
            if question.places.count > Self.placesMax {
                "    and \(question.places.count - Self.placesMax) more (--json lists all)"
            }
        }
    }

    var json: JSON {
        .array(
            questions.map { question, seen in
                [
                    "control": question.control, "count": question.count,
                    "isSeen": seen >= question.count, "kind": question.kind.rawValue,
                    "person": question.person.map(view.plan.name(of:)),
                    "places": JSON.array(
                        question.places.map {
                            [
                                "criterion": $0.criterion, "state": view.name(of: $0.state),
                            ] as JSON
                        }), "text": question.text, "title": question.title,
                ] as JSON
            })
    }
}
