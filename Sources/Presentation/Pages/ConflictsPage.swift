package import Shared

/// The findings of an audit on which people disagree, or on which they did until it was settled.
package struct ConflictsPage: Page {
    /// `conflicts.mustache`.
    package static let template = "conflicts"
    /// With the bars and the way up.
    package let frame: PageFrame
    let lede: String
    let caption: String
    /// What the last column says of a row.
    let nextTitle: String
    let rows: [Row]
    /// Parts of the plan of which leads wrote different values.
    let plan: [PlanPart]
    /// Where a lead's choice among these is sent.
    let planAddress: String
    /// Whether a row has a verdict of whoever looks.
    let hasOwn: Bool
    /// Said where no row is.
    let emptyHeading: String
    let emptyText: String
    /// The other list: resolved ones beside open ones, and back.
    let otherList: PageFrame.Link
    /// Nil when everything is on this page.
    let pager: AuditPage.Pager?

    /// Takes a page of rows, oldest conflicts first.
    ///
    /// - Parameter empty: Said where no row is.
    package init(
        frame: PageFrame, lede: String, caption: String, nextTitle: String, rows: [Row],
        plan: [PlanPart], planAddress: String, empty: (heading: String, text: String),
        otherList: PageFrame.Link, pager: AuditPage.Pager?
    ) {
        self.plan = plan
        self.planAddress = planAddress
        self.frame = frame
        self.lede = lede
        self.caption = caption
        self.nextTitle = nextTitle
        self.rows = rows
        hasOwn = rows.contains { !$0.own.isEmpty }
        emptyHeading = empty.heading
        emptyText = empty.text
        self.otherList = otherList
        self.pager = pager
    }

    /// A part of the plan of which different values stand.
    package struct PlanPart: Sendable {
        /// Such as `Build of round 2`.
        let planName: String
        let planRegister: String
        /// What stands, and what holds until a lead chooses.
        let planWords: String
        /// Empty for whoever does not lead.
        let planChoices: [String]

        /// - Parameter choices: The values, for a lead to choose one.
        package init(name: String, register: String, words: String, choices: [String]) {
            planName = name
            planRegister = register
            planWords = words
            planChoices = choices
        }
    }

    /// One finding.
    package struct Row: Sendable {
        let conflictHref: String
        let title: String
        /// Such as `Android with TalkBack`.
        let about: String
        let criterion: String
        let own: [Verdict]
        let others: [Verdict]
        let since: String
        let next: String

        /// - Parameter href: The page that compares both sides.
        package init(
            href: String, title: String, about: String, criterion: String, own: [Verdict],
            others: [Verdict], since: String, next: String
        ) {
            conflictHref = href
            self.title = title
            self.about = about
            self.criterion = criterion
            self.own = own
            self.others = others
            self.since = since
            self.next = next
        }
    }
}

/// What somebody says of a criterion, as shape, word and weight.
package struct Verdict: Sendable {
    let mark: Mark
    /// Nil for anything but a failure.
    let weight: CriterionForm.Weight?
    /// Nil where it is said elsewhere.
    let who: String?

    /// - Parameter judgement: Nil for a value that only a later version knows.
    package init(_ judgement: Judgement?, who: String? = nil) {
        mark =
            judgement.map { Mark($0.outcome) }
            ?? Mark(.untested, "A value of a later version of Accord")
        weight = judgement?.severity.map {
            CriterionForm.Weight(symbol: $0.symbol, title: $0.word)
        }
        self.who = who
    }

    /// What is said without a judgement.
    package init(mark: Mark) {
        self.mark = mark
        weight = nil
        who = nil
    }
}
