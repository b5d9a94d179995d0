import Client
import Reading
import Shared

/// Which component states two people are to judge, what is left of it, and the form that draws.
struct SecondOpinionsPage: Page {
    static let template = "second-opinions"
    let frame: PageFrame
    let lede: String
    let leadPages: [PageFrame.Tab]
    let address: String
    let agreementHref: String
    let notices: [Notice]
    /// Nil where nothing is drawn.
    let drawn: Drawn?
    let share: String
    let seed: String
    let filters: [Filter]
    let people: [Person]
    /// Whether there is a draw to end.
    let isHeld: Bool

    private static let statesMax = 50

    /// - Parameter typed: What she is about to draw; nil for what holds.
    init(
        _ audit: AuditID, _ typed: OpinionsForm?, refusal: Notice? = nil, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        let held = view.plan.secondOpinions
        let form = typed ?? OpinionsForm(held, in: view)
        frame = try PageFrame("Second opinions", .lead, of: view, in: context)
        leadPages = LeadPage.agreement.links(of: audit)
        address = Address.secondOpinions(audit)
        agreementHref = Address.agreement(audit)
        isHeld = held != nil
        lede = held.map { "\($0.words(in: view))." } ?? "Nobody is asked for a second opinion."
        var notices = [refusal].compactMap(\.self)
        var shown = held
        var isPreview = false
        if typed != nil, refusal == nil {
            do {
                let opinions = try form.opinions(in: view, known, context)
                isPreview = opinions != held
                shown = opinions
            } catch let error as AuditError {
                let refused = Form(SubmittedForm(), "Nothing would be drawn", error)
                notices += [refused.refusal].compactMap(\.self)
            }
        }
        if isPreview {
            notices.append(
                Notice(.info, "A preview", "Nothing is set until you choose “Set this draw”."))
        }
        self.notices = notices
        drawn = try shown.map { opinions in
            Drawn(
                try context.client.queries.drawn(by: opinions, in: view, known.catalogue),
                isPreview: isPreview, in: view)
        }
        share = form["share"]
        seed = isPreview ? shown?.seed ?? "" : form["seed"]
        filters = Self.filters(form, in: view, known.catalogue)
        people = view.plan.people.filter { $0.value.role != .reader }
            .sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
            .map { id, member in
                Person(
                    field: OpinionsForm.personFront + id.hex, name: member.name,
                    role: member.role.rawValue, isTicked: form.has(id))
            }
    }

    private static func filters(
        _ form: OpinionsForm, in view: AuditView, _ catalogue: Catalogue
    ) -> [Filter] {
        let controls = Set(view.components.map(\.control)).map { id in
            (id, catalogue.headings.first { $0.id == id }?.title ?? id)
        }
        return [
            .controls(chosen: form["control"], controls + several(.control, form)),
            several(.environment, form).isEmpty
                ? .environments(chosen: form["environment"], in: view.plan)
                : Filter(
                    "environment", "Environment", chosen: form["environment"],
                    [("", "All")] + several(.environment, form)),
            several(.screen, form).isEmpty
                ? .screens(chosen: form["screen"], in: view)
                : Filter(
                    "screen", "Screen", chosen: form["screen"],
                    [("", "All")] + several(.screen, form) + view.screens.map { ($0, $0) }),
        ]
    }

    /// One choice more where a command has named several values.
    private static func several(
        _ concern: SecondOpinions.Concern, _ form: OpinionsForm
    ) -> [(String, String)] {
        let values = form.values(of: concern)
        return values.count < 2
            ? [] : [(form[concern.rawValue], values.joined(separator: " or "))]
    }

    /// Somebody who may be second.
    struct Person: Sendable {
        let field: String
        let name: String
        let role: String
        let isTicked: Bool
    }

    /// What is drawn, or would be.
    struct Drawn: Sendable {
        let heading: String
        let words: String
        let findings: String
        let shares: [Share]
        let rows: [Row]
        /// What is not shown; nil for nothing.
        let rest: String?

        fileprivate init(_ drawn: SecondOpinionProgress, isPreview: Bool, in view: AuditView) {
            heading = isPreview ? "What this would draw" : "What is drawn"
            words = drawn.drawnWords + "."
            findings = drawn.findingsWords + "."
            shares = drawn.people.map {
                Share(name: view.plan.name(of: $0.person), drawn: $0.drawn, given: $0.given)
            }
            rows = drawn.states.prefix(SecondOpinionsPage.statesMax).map { state in
                let findings = state.findings
                return Row(
                    href: state.place.address, title: view.name(of: state.place.id),
                    second: state.second.map(view.plan.name(of:)) ?? "Nobody",
                    judged: "\(findings.twice) of \(findings.total)", left: findings.left)
            }
            rest =
                drawn.states.count <= SecondOpinionsPage.statesMax
                ? nil
                : "The first \(SecondOpinionsPage.statesMax) of \(drawn.states.count); "
                    + "accord audit second-opinions --json has all of them."
        }
    }

    /// What one person is second on.
    struct Share: Sendable {
        let name: String
        let drawn: Int
        let given: Int
    }

    /// A component state that two people are to judge.
    struct Row: Sendable {
        let href: String
        let title: String
        let second: String
        let judged: String
        let left: Int
    }
}
