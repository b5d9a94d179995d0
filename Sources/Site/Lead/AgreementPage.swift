import Client
import Foundation
import Hummingbird
import Reading
import Shared

/// What is counted, as the page's address says.
struct AgreementQuery: Sendable {
    let given: [(name: String, value: String)]
    let basis: TesterAgreement.Basis

    init(_ request: Request) {
        given = ["round", "screen", "control", "environment", "tester"]
            .map { ($0, request.typed($0)) }.filter { !$0.1.isEmpty }
        basis = .init(rawValue: request.typed("basis")) ?? .independent
    }

    func value(_ name: String) -> String { given.first { $0.name == name }?.value ?? "" }
}

/// How far testers agree: by control, by pair and by criterion, with what is left out.
struct AgreementPage: Page {
    static let template = "agreement"
    let frame: PageFrame
    let lede: String
    let leadPages: [PageFrame.Tab]
    let address: String
    let filters: [Filter]
    /// Nil where there is no alpha to draw.
    let chart: AgreementChart?
    /// Those of which two people have judged something, then all together; empty for none.
    let controls: [ControlRow]
    let pairs: [PairRow]
    let pairsRest: String?
    let criteria: [CriterionRow]
    let criteriaRest: String?
    let leftOut: [Fact]
    /// Sentences below what is left out.
    let remarks: [String]
    let severity: String
    /// What two people are to judge, and how far that is.
    let opinions: [String]
    let opinionsHref: String

    private static let pairsMax = 50
    private static let criteriaMax = 10

    init(_ audit: AuditID, _ asked: AgreementQuery, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        var filter = AuditFilter()
        try filter.put(asked.given, in: view, known, zone: .gmt)
        let agreement = try TesterAgreement(in: view, matching: filter, of: asked.basis)
        let catalogue = known.catalogue
        frame = try PageFrame("Agreement", .lead, of: view, in: context)
        leadPages = LeadPage.agreement.links(of: audit)
        address = Address.agreement(audit)
        lede = Self.lede(agreement, in: view)
        filters = Self.filters(asked, in: view, catalogue)
        let titled = agreement.controls.map {
            (title: catalogue.title(ofControl: $0.id), measure: $0.measure)
        }
        let parts = titled.isEmpty ? [] : titled + [("All controls", agreement.whole)]
        controls = parts.map { ControlRow($0.title, $0.measure) }
        chart = AgreementChart(parts)
        pairs = agreement.pairs.prefix(Self.pairsMax).map { PairRow($0, in: view) }
        pairsRest = Self.rest(agreement.pairs.count, after: Self.pairsMax, "pair")
        criteria = agreement.criteria.prefix(Self.criteriaMax).map {
            CriterionRow($0, catalogue, of: audit)
        }
        criteriaRest = Self.rest(agreement.criteria.count, after: Self.criteriaMax, "criterion")
        leftOut = agreement.leftOutWords.map { Fact("\($0.count)", $0.what) }
        remarks = [agreement.besidesWords, agreement.cantTellWords].compactMap(\.self)
        severity = agreement.severityWords
        opinions = try Self.opinions(in: view, catalogue, context)
        opinionsHref = Address.secondOpinions(audit)
    }

    private static func opinions(
        in view: AuditView, _ catalogue: Catalogue, _ context: PageContext
    ) throws -> [String] {
        guard let opinions = view.plan.secondOpinions else {
            return ["Nobody is asked for one: what two people judge is left to chance."]
        }
        let drawn = try context.client.queries.drawn(by: opinions, in: view, catalogue)
        return [opinions.words(in: view), drawn.drawnWords, drawn.findingsWords].map { $0 + "." }
    }

    private static func lede(_ agreement: TesterAgreement, in view: AuditView) -> String {
        let isCurrent = agreement.rounds == [view.plan.currentRound]
        let round =
            isCurrent
            ? "this round" : "round \(AuditView.list(agreement.rounds.map(String.init)))"
        let findings = counted(agreement.whole.findings, "finding")
        let verb = agreement.whole.findings == 1 ? "was" : "were"
        switch agreement.basis {
        case .independent:
            return "How often people who had not seen each other’s verdict gave the same one. "
                + "\(findings) of \(round) \(verb) judged by two or more in this way."
        case .all:
            return "How often people gave the same verdict, whether they had seen each other’s or "
                + "not. \(findings) of \(round) \(verb) judged by two or more."
        }
    }

    private static func filters(
        _ asked: AgreementQuery, in view: AuditView, _ catalogue: Catalogue
    ) -> [Filter] {
        let controls = Set(view.components.map(\.control)).map {
            ($0, catalogue.title(ofControl: $0))
        }
        // The latest ones: an audit begins one for each build.
        let rounds = (1...view.plan.currentRound).suffix(50).reversed().map { ("\($0)", "\($0)") }
        return [
            Filter("round", "Round", chosen: asked.value("round"), rounds),
            .screens(chosen: asked.value("screen"), in: view),
            .controls(chosen: asked.value("control"), controls),
            .environments(chosen: asked.value("environment"), in: view.plan),
            .testers(chosen: asked.value("tester"), in: view),
            Filter(
                "basis", "Verdicts", chosen: asked.basis.rawValue,
                [("independent", "Independent ones"), ("all", "All that stand")]),
        ]
    }

    private static func rest(_ count: Int, after shown: Int, _ noun: String) -> String? {
        guard count > shown else { return nil }
        let plural = noun == "criterion" ? "criteria" : "\(noun)s"
        return "The first \(shown) of \(count) \(plural); accord agreement --json has all of them."
    }

    /// One control in numbers, or all of them.
    struct ControlRow: Sendable {
        let title: String
        let findings: Int
        let same: String
        let failed: String
        let alpha: String
        let range: String

        fileprivate init(_ title: String, _ measure: TesterAgreement.Measure) {
            self.title = title
            findings = measure.findings
            same = measure.sameWords
            failed = measure.failedWords
            alpha = measure.alpha.value.map(AgreementEstimate.decimal) ?? "None"
            range =
                measure.alpha.value == nil ? measure.alpha.words : measure.alpha.rangeWords
        }
    }

    struct PairRow: Sendable {
        let first: String
        let second: String
        let findings: Int
        let same: String
        let kappa: String

        fileprivate init(_ pair: TesterAgreement.Pair, in view: AuditView) {
            first = view.plan.name(of: pair.first)
            second = view.plan.name(of: pair.second)
            findings = pair.findings
            same = pair.sameWords
            kappa = pair.kappa.words
        }
    }

    struct CriterionRow: Sendable {
        let statement: String
        let criterion: String
        let differ: String
        let sides: String
        let needsWork: Bool
        /// Its text in the catalogue; nil for a criterion that the catalogue does not have.
        let textHref: String?
        let short: String

        fileprivate init(
            _ one: TesterAgreement.Differing, _ catalogue: Catalogue, of audit: AuditID
        ) {
            let known = catalogue.criterion(one.criterion)
            criterion = one.criterion
            short = Criterion.short(one.criterion)
            statement = known?.statement ?? short
            differ = "\(one.differ) of \(one.findings)"
            sides = one.sides
            needsWork = one.needsWork
            let parts = one.criterion.split(separator: ".").map(String.init)
            textHref =
                known == nil || parts.count < 3
                ? nil
                : Address.catalogue(audit, parts[0], parts[1])
                    + "#c-\(known?.lastingShortID ?? short)"
        }
    }
}

extension Catalogue {
    /// Its title; its id where the catalogue does not have it.
    fileprivate func title(ofControl id: String) -> String {
        if id.isEmpty { return "Still to come" }
        return headings.first { $0.id == id }?.title ?? id
    }
}
