import Client
import Foundation
import Reading
import Shared

/// What is worth a question while everybody is still testing.
struct FieldChecksPage: Page {
    static let template = "field-checks"
    let frame: PageFrame
    let leadPages: [PageFrame.Tab]
    let address: String
    let notices: [Notice]
    let heading: String
    let open: [AskedQuestion]
    let seen: [AskedQuestion]
    let seenTitle: String
    let button: String

    /// A question with where it is asked.
    struct AskedQuestion: Sendable {
        let title: String
        let text: String
        let showTitle: String
        let places: [LinkLine]
        /// How many are not listed; nil for none.
        let more: String?
        let number: Int
        /// What stands for it in the form.
        let value: String
    }

    init(_ audit: AuditID, telling notice: Notice? = nil, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let catalogue = context.catalogue(of: view)
        frame = try PageFrame("Field checks", .lead, of: view, in: context)
        leadPages = LeadPage.fieldChecks.links(of: audit)
        address = Address.fieldChecks(audit)
        notices = [notice].compactMap(\.self)
        let asked = try context.client.fieldChecks.asked(of: view, catalogue)
        func shown(_ which: [(question: FieldChecks.Question, seen: Int)]) -> [AskedQuestion] {
            which.enumerated().map { index, one in
                AskedQuestion(one.question, index, in: view, catalogue, context.time)
            }
        }
        open = shown(asked.filter { $0.seen < $0.question.count })
        seen = shown(asked.filter { $0.seen >= $0.question.count })
        heading =
            open.isEmpty
            ? "No question for today" : "For today: \(counted(open.count, "question"))"
        seenTitle = "\(counted(seen.count, "question")) seen before"
        button = open.count == 1 ? "I have seen this one" : "I have seen these \(open.count)"
    }
}

extension FieldChecksPage.AskedQuestion {
    private static let placesMax = 50

    fileprivate init(
        _ question: FieldChecks.Question, _ number: Int, in view: AuditView,
        _ catalogue: Catalogue, _ time: PageTime
    ) {
        title = question.title
        let span = question.span.map { span in
            [span.lowerBound, span.upperBound].map { time.shown(Date(unixMilliseconds: $0)) }
                .joined(separator: " to ") + ". "
        }
        text = (span ?? "") + question.text
        let all = question.places
        places = all.prefix(Self.placesMax).map { state, criterion in
            LinkLine(
                href: Address.state(state, in: view)
                    + (criterion.flatMap { catalogue.criterion($0) }
                        .map { "#c-\($0.lastingShortID)" } ?? ""),
                title: view.name(of: state),
                about: criterion.map { catalogue.criterion($0)?.statement ?? $0 } ?? "")
        }
        showTitle = all.count == 1 ? "Show it" : "Show them"
        let left = all.count - places.count
        more = left > 0 ? "\(left) more: accord checks --json lists all of them." : nil
        self.number = number
        value = "\(question.count) \(question.subject)"
    }
}

/// What somebody takes for seen, as her form says.
struct SeenQuestions: Sendable {
    /// By subject, how many there were on her page.
    let counts: [String: Int]

    init(_ form: SubmittedForm) throws {
        var counts: [String: Int] = [:]
        for value in form.values(of: "see.") {
            let parts = value.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let count = Int(parts[0]), count > 0 else {
                throw PageError.badForm
            }
            counts[String(parts[1])] = count
        }
        self.counts = counts
    }

    /// Saves those that are asked; what a page made up is nothing, and never more than there is.
    func save(in audit: AuditID, _ context: PageContext) throws {
        let view = try context.view(of: audit)
        let asked = try context.client.fieldChecks.asked(of: view, context.catalogue(of: view))
        var seen: [String: Int] = [:]
        for (question, _) in asked {
            if let count = counts[question.subject] {
                seen[question.subject] = min(count, question.count)
            }
        }
        try context.client.fieldChecks.markSeen(seen, in: audit)
    }
}
