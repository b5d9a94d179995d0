package import Reading
package import Shared

/// What it means for an audit to be tested with another catalogue; nothing is saved yet.
package struct Repinning: Sendable {
    package let catalogue: Catalogue
    /// It tells of those controls alone that the audit's components have.
    package let difference: CatalogueDifference
    /// Those of which nobody would know any more what to test, as they are named.
    package let lost: [Component]
    /// How many of the current round lie under criteria that are gone, or ask something else.
    package let findingsGone, findingsChanged: Int
    /// How many verdicts all of the work is, before and after.
    package let workBefore, workAfter: Int

    /// A sentence for each number of it that is told.
    package var facts: [String] {
        var facts = ["\(workAfter) verdicts in all, \(workBefore) before."]
        if difference.isHelpOnly {
            facts.append(CatalogueDifference.helpOnlySentence)
        }
        if findingsChanged > 0 {
            let findings = counted(findingsChanged, "finding")
            facts.append(
                "\(findings) of this round answered a criterion that asks something else now: "
                    + "look at them again.")
        }
        if findingsGone > 0 {
            let findings = counted(findingsGone, "finding")
            facts.append(
                "\(findings) of this round stay in exports, under criteria that are gone.")
        }
        return facts
    }
}

extension ClientCatalogues {
    /// Throws where the catalogue that the audit pins is not on this laptop.
    package func repinning(
        _ view: AuditView, to catalogue: Catalogue, besides given: Catalogue
    ) throws -> Repinning {
        let before = try self.catalogue(of: view, besides: given).required()
        let withdrawn = try view.withdrawnWork().components
        let components = view.components.filter { !withdrawn.contains($0.id) }
        let difference = CatalogueDifference(
            from: before, to: catalogue, controls: Set(components.map(\.control)))
        let gone = Set(difference.gone.map(\.id))
        let changed = Set(difference.changed.map(\.now.id))
        var findingsGone = 0
        var findingsChanged = 0
        try view.records.states(.all) { record in
            let item = view.item(record)
            guard item.id.round == view.plan.currentRound else { return }
            for finding in item.findings where !finding.isWithdrawn {
                if gone.contains(finding.criterion) { findingsGone += 1 }
                if changed.contains(finding.criterion) { findingsChanged += 1 }
            }
        }
        return Repinning(
            catalogue: catalogue, difference: difference,
            lost: try view.unknownComponents(catalogue), findingsGone: findingsGone,
            findingsChanged: findingsChanged, workBefore: try Self.work(view, before),
            workAfter: try Self.work(view, catalogue))
    }

    /// Pins it for everybody; each laptop fetches it with the next sync.
    ///
    /// Throws where components would lose their control: what was found on them could not be read.
    package func save(_ repinning: Repinning, of view: AuditView) throws {
        try view.requireLead("pin another catalogue")
        guard repinning.lost.isEmpty else {
            throw AuditError.invalid(
                "nothing was saved. \(repinning.lost.untestedWords) Add their files to the "
                    + "catalogue, or withdraw them")
        }
        try keep(repinning.catalogue)
        let edit = FieldEdit(FieldID(.catalogue), Drafts.text(repinning.catalogue.pin.text))
        try client.savePlan([edit], of: view)
    }

    private static func work(_ view: AuditView, _ catalogue: Catalogue) throws -> Int {
        try view.workOrder(catalogue).allPlaces().flatMap(\.places).map(\.criteria.count)
            .reduce(0, +)
    }
}
