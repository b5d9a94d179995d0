import Client
import Foundation
import Reading
import Shared

/// How far the work is: by tester, environment, screen and control.
struct ProgressTables: Sendable {
    let testers: [TesterRow]
    /// Whether it is known here what testers have not sent.
    let knowsSending: Bool
    /// Whether two people are to judge some component states.
    let asksTwo: Bool
    let parts: [PartTable]

    /// Where there are more screens, those with most left are shown.
    private static let screensMax = 12

    init(_ team: TeamStatus, at time: PageTime) {
        let overview = team.overview
        let address = Address.overview(overview.view.audit)
        func way(_ name: String, _ value: String) -> String {
            "\(address)\(Address.query([(name, value)]))#\(OverviewPage.coverageAnchor)"
        }
        asksTwo = overview.view.plan.secondOpinions != nil
        knowsSending = overview.view.role == .lead
        testers =
            overview.testers.map { TesterRow($0, team, at: time) }
            + (overview.nobodys.states == 0 ? [] : [TesterRow(nobodys: overview.nobodys)])
        let screens = overview.screens
        let shown =
            screens.count <= Self.screensMax
            ? screens
            : screens.enumerated().sorted {
                ($1.element.progress.open, $0.offset) < ($0.element.progress.open, $1.offset)
            }.prefix(Self.screensMax).map(\.element)
        let rest =
            "The \(shown.count) with most left of \(screens.count) screens; "
            + "accord status --team has all of them."
        parts = [
            PartTable("By environment", "Environment", overview.environments) {
                way("environment", overview.view.environmentName($0))
            },
            PartTable(
                "By screen", "Screen", shown, rest: shown.count < screens.count ? rest : nil
            ) { way("screen", $0) },
            PartTable("By control", "Control", overview.controls) { way("control", $0) },
        ]
    }

    /// What one person has to do and has done, or what nobody has to do.
    struct TesterRow: Sendable {
        let name: String
        let has: String
        let bar: Bar
        /// Such as `227 of 306`; nil where she has nothing.
        let judged: String?
        let verdicts: String
        let opinions: String
        /// By when she has to be done with the first of what is left; nil for no day.
        let dueDay: String?
        let isLate: Bool
        let heard: String
        let sending: String

        fileprivate init(_ tester: TeamOverview.Tester, _ team: TeamStatus, at time: PageTime) {
            name = tester.name
            has = tester.progress.hasWords
            bar = Bar(tester.progress.counts.all, of: tester.progress.total)
            judged = tester.progress.states == 0 ? nil : tester.progress.judgedWords
            verdicts =
                tester.work.verdicts == 0
                ? "None"
                : "\(tester.work.verdicts) on \(counted(tester.work.states, "state"))"
            opinions = tester.opinions.words.asBeginning
            let day = DueDay(unixMilliseconds: tester.due)
            dueDay = day?.words
            isLate = day?.isOver(at: time.now) ?? false
            heard = team.heard(of: tester).map(time.shown) ?? "Nothing yet"
            sending =
                team.unsent(of: tester).map { $0 == 0 ? "Nothing" : counted($0, "change") } ?? ""
        }

        fileprivate init(nobodys progress: AuditProgress) {
            name = "Nobody"
            has = progress.hasWords
            bar = Bar(progress.counts.all, of: progress.total)
            judged = progress.judgedWords
            verdicts = ""
            opinions = ""
            dueDay = nil
            isLate = false
            heard = ""
            sending = ""
        }
    }

    struct PartTable: Sendable {
        let caption: String
        let noun: String
        let rows: [PartRow]
        /// What is not shown; nil for nothing.
        let rest: String?

        fileprivate init<ID>(
            _ caption: String, _ noun: String, _ parts: [TeamOverview.Part<ID>],
            rest: String? = nil, way: (ID) -> String
        ) {
            self.caption = caption
            self.noun = noun
            self.rest = rest
            rows = parts.map { part in
                let progress = part.progress
                return PartRow(
                    title: part.title, href: way(part.id),
                    bar: Bar(progress.counts.all, of: progress.total),
                    judged: progress.judgedWords, failed: progress.counts[.failed],
                    conflicts: progress.disputed)
            }
        }
    }

    struct PartRow: Sendable {
        let title: String
        let href: String
        let bar: Bar
        let judged: String
        let failed: Int
        let conflicts: Int
    }
}

extension AuditProgress {
    /// Such as `37 states, 12 open`.
    fileprivate var hasWords: String {
        open == 0 ? counted(states, "state") : "\(counted(states, "state")), \(open) open"
    }
}
