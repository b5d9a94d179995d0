import Client
import Reading
import Shared

/// Which component states two people are to judge, for whom, and what is left.
struct OpinionsReport: Report {
    /// Nil where nobody is asked for a second opinion.
    let drawn: SecondOpinionProgress?
    let isSet: Bool
    let isPreview: Bool
    let view: AuditView

    @LineBuilder var lines: [String] {
        if let drawn {
            "\(drawn.opinions.words(in: view)); seed \(drawn.opinions.seed)"
            "\(drawn.drawnWords)."
            "\(drawn.findingsWords)."
            if drawn.withoutSecond > 0 {
                "Whoever is named has those of nobody, or tests no more: name others with --among."
            }
            if isPreview {
                "Nothing was set. The same draw is set with --seed \(drawn.opinions.seed)"
            }
        } else {
            "Nobody is asked for a second opinion."
        }
        if isSet { "The server learns of it at the next sync." }
    }

    var json: JSON {
        [
            "isSet": isSet, "opinions": drawn.map { $0.opinions.json(in: view) },
            "meant": drawn?.meant ?? 0, "withoutSecond": drawn?.withoutSecond ?? 0,
            "drawn": JSON.array(
                (drawn?.states ?? []).map { state in
                    [
                        "component": state.place.component.name, "id": state.place.component.id.hex,
                        "environment": state.place.environment.plain, "state": state.place.id.state,
                        "second": state.second?.hex, "findings": state.findings.json,
                    ] as JSON
                }),
            "people": JSON.array(
                (drawn?.people ?? []).map { share in
                    [
                        "person": share.person.hex, "name": view.plan.name(of: share.person),
                        "drawn": share.drawn, "given": share.given,
                    ] as JSON
                }),
            "findings": drawn?.findings.json,
        ]
    }
}

extension SecondOpinionProgress.Findings {
    fileprivate var json: JSON { ["twice": twice, "dependent": dependent, "left": left] }
}

extension SecondOpinions {
    func json(in view: AuditView) -> JSON {
        func names(_ concern: Concern) -> [String] {
            (concerns[concern] ?? []).map { concern.name(of: $0, in: view) }.sorted()
        }
        return [
            "share": share, "seed": seed, "control": names(.control),
            "environment": names(.environment), "screen": names(.screen),
            "people": people.map(\.hex).sorted(),
        ]
    }
}
