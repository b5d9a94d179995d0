import Client
import Foundation
import Reading
import Shared

/// What stands before a signature, and what it would hold.
struct SigningPreviewReport: Report {
    let preview: SigningPreview

    @LineBuilder var lines: [String] {
        let title = "Round \(preview.round) of “\(preview.view.plan.title)”"
        if preview.blocks.isEmpty {
            "\(title) can be signed."
        } else {
            "\(title) cannot be signed yet:"
            for block in preview.blocks { "  \(block.words)" }
        }
        if !preview.exceptions.isEmpty {
            "\nTo be named, with a reason each:"
            for exception in preview.exceptions {
                "  --except \(exception.key)=\"...\"  \(exception.words(shown))"
            }
        }
        "\nThe signature would hold:"
        "  builds     \(preview.builds.isEmpty ? "none named" : preview.builds)"
        "  result     \(preview.counts)"
        "  hash       \(preview.result.hash.hex)"
        "  catalogue  \(preview.view.plan.catalogue ?? "none")"
        "  server     \(preview.asOf)"
        "\nNothing was signed."
        if preview.blocks.isEmpty {
            "To sign no more than is listed here: accord audit sign --previewed \(preview.code) "
                + "--statement TEXT"
        }
    }

    var json: JSON {
        [
            "round": Int(preview.round), "builds": preview.builds, "code": preview.code,
            "blocks": preview.blocks.map {
                ["kind": $0.kind, "count": $0.count, "message": $0.words] as JSON
            },
            "exceptions": preview.exceptions.map {
                ["key": $0.key, "kind": $0.kind, "message": $0.words(shown)] as JSON
            },
            "result": preview.result.hash.hex, "unsent": preview.unsent,
            "catalogue": preview.view.plan.catalogue,
            "sequence": preview.pull.map { Int(clamping: $0.sequence) },
        ]
    }
}

extension SigningPreview {
    fileprivate var counts: String {
        Outcome.allCases.map { outcome in
            let count = outcome == .untested ? untested : result.counts[outcome]
            return "\(count) \(outcome.rawValue)"
        }.joined(separator: ", ")
    }

    fileprivate var asOf: String {
        let own = unsent > 0 ? ", and \(counted(unsent, "change")) of yours after it" : ""
        guard let pull else { return "none was heard yet\(own)" }
        let at = pulledAt.map { ", as of \(shown($0))" } ?? ""
        return "entry \(pull.sequence) of its log\(at)\(own)"
    }
}

/// Signatures with what became of them.
struct SignedReport: Report {
    let rounds: [SignedRound]
    let plan: Plan
    /// Own changes that go to the server before the signature.
    let unsent: Int

    @LineBuilder var lines: [String] {
        for round in rounds { round.lines(in: plan) }
        "It is on this laptop, and goes to the server with the next sync: accord sync"
        if unsent > 0 { "\(counted(unsent, "change")) of yours before it." }
    }

    var json: JSON { .array(rounds.map { $0.json(in: plan) }) }
}

extension SignedRound {
    @LineBuilder func lines(in plan: Plan) -> [String] {
        "signed        round \(signOff.round) by \(plan.name(of: signature.author)), "
            + shown(signature.wallTime)
        "              \(words(in: plan))"
        "              \(signOff.statement.string.onOneLine)"
        for exception in signOff.exceptions {
            "              Without: \(exception.subject.string.onOneLine). "
                + exception.reason.string.onOneLine
        }
    }

    func json(in plan: Plan) -> JSON {
        [
            "round": Int(signOff.round), "by": plan.name(of: signature.author),
            "person": signature.author.hex, "at": Date(unixMilliseconds: signature.wallTime),
            "statement": signOff.statement.string, "result": signOff.result.hex,
            "state": state.rawValue, "isResultSame": isResultSame, "lacks": lacks,
            "message": words(in: plan),
            "written": written.map {
                [
                    "by": $0.person.map(plan.name(of:)), "records": $0.records,
                ] as JSON
            },
            "exceptions": signOff.exceptions.map {
                [
                    "kind": $0.kind.string, "subject": $0.subject.string,
                    "reason": $0.reason.string,
                ] as JSON
            },
            "counts": [
                "passed": Int(clamping: signOff.counts.passed),
                "failed": Int(clamping: signOff.counts.failed),
                "cantTell": Int(clamping: signOff.counts.cantTell),
                "inapplicable": Int(clamping: signOff.counts.inapplicable),
                "untested": Int(clamping: signOff.counts.untested),
            ] as JSON,
            "builds": signOff.builds.string, "catalogue": signOff.catalogue.string,
            "policy": signOff.policy.hex,
            "known": VersionNotation.full.text(VersionVector(signOff.known)),
            "sequence": signOff.pull.map { Int(clamping: $0.sequence) },
        ]
    }
}
