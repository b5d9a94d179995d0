package import Foundation
package import Reading
package import Shared

extension ClientRecording {
    /// Takes facts and suggestions over from a capture, in one transaction; or nothing of it.
    ///
    /// Components that the audit lacks are created. No verdict is written.
    ///
    /// - Parameters:
    ///   - screen: Nil for the one that the capture tells.
    ///   - environment: Its plain form; nil for the audit's only one on the capture's platform.
    ///   - rehearsal: The present moment, to save nothing and only say what would be done.
    package func importCapture(
        _ capture: ScreenCapture, screen: String?, environment: String?, in view: AuditView,
        catalogue: Catalogue, rehearsal: Date? = nil
    ) throws -> CaptureSummary {
        try view.requirePinned(catalogue)
        try view.requireTester()
        let screen = try Self.screen(screen, of: capture)
        let environment = try capture.environment(named: environment, in: view)
        let match = try CaptureMatch(
            CaptureAnalysis(capture, by: catalogue), in: view, catalogue: catalogue, screen: screen,
            environment: environment
        ) { try self.store.record(orEmpty: .state(view.audit, $0)) }
        var drafts = BulkDrafts(view)
        for item in match.items { drafts.add(item.checked) }
        let changes =
            if let rehearsal {
                try client.recorder.rehearse(drafts.drafts(), in: view.audit, at: rehearsal)
            } else {
                try client.save(drafts.drafts(), in: view.audit).count
            }
        return CaptureSummary(
            title: capture.title, screen: screen, environment: environment.plain,
            elements: capture.elements.count, items: match.items, withdrawn: match.withdrawn,
            renamed: drafts.renamed, remarks: capture.remarks, changes: changes)
    }

    private static func screen(_ given: String?, of capture: ScreenCapture) throws -> String {
        let name = (given ?? capture.screen ?? "").trimmed
        if !name.isEmpty { return name }
        throw ReportedError(
            .usage,
            "Name the screen with --screen: this capture (\(capture.title)) does not tell it. "
                + "Nothing was imported.")
    }
}

extension ScreenCapture {
    fileprivate func environment(named name: String?, in view: AuditView) throws -> Environment {
        let fitting = view.plan.environments.values.filter { $0.platform == platform }
            .sorted { $0.plain < $1.plain }
        guard let name else {
            guard let only = fitting.first else {
                throw ReportedError(
                    .notFound,
                    "The audit has no environment on \(platform), which this capture is "
                        + "of. Nothing was imported. Add one: accord audit environment")
            }
            if fitting.count == 1 { return only }
            throw AuditError.ambiguous(
                what: "environment with --environment", name: "", candidates: fitting.map(\.plain))
        }
        let found = try view.environment(named: name)
        if found.platform == platform { return found }
        throw ReportedError(
            .badInput,
            "The capture is of \(platform) (\(title)), and \(found.plain) is not. Nothing was "
                + "imported.")
    }
}

extension StateItem {
    /// In the order of the facts' list; several texts are versions.
    package var facts: [(fact: CapturedFact, versions: [Sibling])] {
        CapturedFact.allCases.compactMap { fact in
            let versions = record.siblings(of: fact.field)
            return versions.isEmpty ? nil : (fact, versions)
        }
    }
}
