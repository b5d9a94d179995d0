import Foundation
import Presentation
package import Reading
package import Shared

extension ClientPlanning {
    /// Lines that name the components which a capture shows, to be looked at as typed ones are.
    ///
    /// Nothing else of the capture is taken over: facts and suggestions come by importing it.
    ///
    /// - Parameter screen: Empty for the one that the capture tells.
    package func lines(
        of capture: ScreenCapture, screen: String, in view: AuditView, _ catalogue: Catalogue
    ) throws -> String {
        try view.requireTester()
        let name = screen.isEmpty ? capture.screen ?? "" : screen
        guard !name.isEmpty else {
            throw AuditError.invalid("name the screen: this capture does not tell it")
        }
        // Which assistive technology is used there changes nothing of what there is to test.
        let environment = Environment(
            platform: capture.platform, assistiveTechnology: "none",
            deviceClass: catalogue.commons.devices[0].id, majorVersion: "0")
        let match = try CaptureMatch(
            CaptureAnalysis(capture, by: catalogue), in: view, catalogue: catalogue, screen: name,
            environment: environment
        ) { Record(key: .state(view.audit, $0)) }
        guard !match.items.isEmpty else {
            throw AuditError.invalid(
                "none of the capture’s \(capture.elements.count) elements is a control of the "
                    + "catalogue that the audit does not have withdrawn")
        }
        return ComponentRows.text(of: Self.rows(match.items, in: view, catalogue))
    }

    /// One a component, in the order of reading, with every state in which it was seen.
    private static func rows(
        _ items: [CaptureItem], in view: AuditView, _ catalogue: Catalogue
    ) -> [ComponentRow] {
        var states: [ComponentID: [String]] = [:]
        for item in items { states[item.state.component, default: []].append(item.state.state) }
        return items.compactMap { item in
            guard let states = states.removeValue(forKey: item.state.component) else { return nil }
            let known = view.components[item.state.component]
            let new = item.checked.newcomer
            let ordinal = new?.ordinal ?? known?.ordinal ?? 1
            return ComponentRow(
                screen: new?.screen ?? known?.screen ?? "",
                control: catalogue.control(item.control)?.title ?? item.control,
                label: new?.label ?? known?.label ?? "", states: states.joined(separator: " "),
                ordinal: ordinal == 1 ? "" : String(ordinal))
        }
    }
}
