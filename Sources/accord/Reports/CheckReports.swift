import Client
import Reading
import Shared

extension Checkup {
    /// What was found on this laptop, and what to do next.
    var report: Answer {
        Answer(["sound": isSound, "lines": self.lines.map(\.json)]) {
            for line in self.lines {
                let verdict = line.verdict.rawValue.padded(to: 10)
                let topic = line.topic.rawValue.padded(to: 11)
                "\(Terminal.output.styled(verdict, line.style))\(topic) \(line.words)"
                if let next = line.next { "                      → \(next)" }
            }
        }
    }
}

extension CheckupLine {
    fileprivate var json: JSON {
        ["topic": topic.rawValue, "verdict": verdict.rawValue, "words": words, "next": next]
    }

    fileprivate var style: TerminalText.Style {
        switch verdict {
        case .ok: .green
        case .attention: .yellow
        case .trouble: .red
        }
    }
}

extension Verification {
    /// Whether this laptop holds what it held, and what the server holds.
    ///
    /// - Parameter comparison: Nil where the server was not asked.
    func report(isSound: Bool, _ comparison: ServerComparison?, in view: AuditView) -> Answer {
        Answer([
            "audit": view.audit.hex, "root": root.hex, "records": records, "sound": isSound,
            "agreesWithLastSync": standing.agrees, "damaged": damaged.map(view.name(of:)),
            "brokenChains": brokenChains.map(\.hex), "serverRoot": comparison?.serverRoot.hex,
            "differing": comparison.map { $0.differing.map(view.name(of:)) },
        ]) {
            "\(view.plan.title): \(counted(records, "record")) checked"
            "root \(root.hex)"
            for key in damaged { "damaged: \(view.name(of: key))" }
            if !rootIsSound { "The stored root is not the sum of the records' digests." }
            for replica in brokenChains { "broken chain of own changes: \(replica.hex)" }
            standing.agrees.map {
                $0
                    ? "It is the root that the server told at the last sync."
                    : "The server told another root at the last sync."
            } ?? "No sync has proved it equal to the server's yet."
            if let comparison, comparison.isEqual { "The server holds exactly the same now." }
            if let comparison, !comparison.isEqual {
                "The server holds \(counted(comparison.differing.count, "record")) differently:"
                for key in comparison.differing { "  \(view.name(of: key))" }
                "Sync, then verify again: accord sync"
            }
        }
    }
}
