import Client
import Presentation
import Reading
import Shared

/// The component states on which a failure can be recorded that was found on one.
struct SameFailurePage: Page {
    static let template = "same-failure"
    let frame: PageFrame
    let address: String
    let back: PageFrame.Link
    let component: String
    let lede: String
    let statement: String
    let verdict: ShownJudgement?
    /// What the form says elsewhere; a failure that was changed meanwhile is not recorded.
    let code: String
    let notices: [Notice]
    let open: [OpenTarget]
    let hasHeard: Bool
    let judged: [JudgedTarget]
    /// Nil where nothing was recorded just now.
    let takeBack: TakeBack?
    /// Says that there are more than are listed; nil where there are not.
    let rest: String?

    struct OpenTarget: Sendable {
        let number: Int
        let path: String
        let title: String
        let about: String
        let isChosen: Bool
    }

    struct TakeBack: Sendable {
        let act: String
        let recorded: [OpenTarget]
    }

    struct JudgedTarget: Sendable {
        let href: String
        let title: String
        let about: String
        let marks: [Badge]
    }

    /// - Parameters:
    ///   - chosen: Addresses that were chosen on a form that comes back.
    ///   - recorded: What was recorded just now, by its place among the failure's targets.
    init(
        _ failure: SameFailure, notices: [Notice] = [], chosen: Set<String> = [],
        recorded: Set<Int> = [], in context: PageContext
    ) throws {
        let place = failure.place
        let targets = try failure.targets()
        let anchor = failure.criterion.lastingShortID
        back = PageFrame.Link("Back to the finding", "\(place.address)#c-\(anchor)")
        frame = try PageFrame(
            "The same failure elsewhere", .work, of: place.view,
            behind: [PageFrame.Link(place.title, place.address)], in: context)
        address = Address.sameFailure(anchor, of: place)
        component = place.component.label
        lede = "\(place.state.title.lowercased()), \(place.environment.sentence)"
        statement = failure.criterion.statement
        verdict = failure.judgement.map { ShownJudgement($0) }
        code = failure.code
        self.notices = notices
        hasHeard = failure.hasHeard
        let canRecord = place.canRecord && failure.judgement != nil
        let lines = targets.enumerated().map { index, target in
            let path = target.place.address
            return OpenTarget(
                number: index, path: path, title: target.place.title,
                about: Self.about(target.place), isChosen: chosen.contains(path))
        }
        open = canRecord ? lines.filter { targets[$0.number].isOpen } : []
        let ours = lines.filter {
            recorded.contains($0.number) && failure.isOurs(targets[$0.number])
        }
        takeBack =
            ours.isEmpty
            ? nil
            : TakeBack(act: "Undo: take it back on \(counted(ours.count, "state"))", recorded: ours)
        judged = targets.filter { !$0.isOpen }.map { target in
            let effective = target.finding?.effective
            let mark =
                target.isWithdrawn || target.finding?.isWithdrawn == true
                ? Badge(.untested, "Withdrawn")
                : effective?.isConflict == true
                    ? Badge.conflict() : Badge(effective?.judgement?.outcome ?? .untested)
            return JudgedTarget(
                href: "\(target.place.address)#c-\(anchor)", title: target.place.title,
                about: Self.about(target.place), marks: [mark])
        }
        rest =
            targets.count < SameFailure.targetsMax
            ? nil : "The first \(SameFailure.targetsMax) states are listed."
    }

    private static func about(_ place: StatePlace) -> String {
        "\(place.component.screen), \(place.environment.sentence)"
    }
}
