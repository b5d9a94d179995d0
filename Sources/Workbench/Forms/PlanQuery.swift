import Client
import Hummingbird
import Reading
import Shared

/// What of a plan the page shows, as its address or a form says.
struct PlanQuery: Sendable {
    /// Words that a component's name or control has to have.
    var find = ""
    /// From 1.
    var page = 1
    var added: Added?

    init(_ parameters: Parameters) {
        find = parameters.get("find") ?? ""
        page = max(1, parameters.get("page", as: Int.self) ?? 1)
        added = parameters.get("added", as: Int.self).map {
            Added(count: $0, first: parameters.get("first").flatMap { ComponentID(hex: $0) })
        }
    }

    init(_ form: SubmittedForm) {
        find = form.text("find") ?? ""
        page = max(1, form.text("page").flatMap { Int($0) } ?? 1)
    }

    func query(page: Int) -> String {
        Address.query([("find", find), ("page", page == 1 ? "" : "\(page)")])
    }

    func components(of view: AuditView) -> [Component] {
        let words = NaturalKey.folded(find).split(separator: " ").map(String.init)
        guard !words.isEmpty else { return view.inOrder }
        return view.inOrder.filter { component in
            let name = NaturalKey.folded("\(component.name) \(component.control)")
            return words.allSatisfy { name.contains($0) }
        }
    }

    /// What was added just before, so that the page can say it and lead to its first state.
    struct Added: Sendable {
        let count: Int
        let first: ComponentID?

        init(count: Int, first: ComponentID?) {
            self.count = count
            self.first = first
        }

        init(_ preview: PlanPreview) {
            count = preview.added.count + preview.extended.count
            first = preview.added.first?.id ?? preview.extended.first?.id
        }

        var query: String {
            Address.query([("added", "\(count)"), ("first", first?.hex ?? "")])
        }

        func notice(in view: AuditView, _ context: PageContext) throws -> Notice {
            let order = try view.workOrder(context.catalogue(of: view))
            let place = first.flatMap { view.components[$0] }.flatMap { order.places(of: $0).first }
            let more = place == nil ? "They can be tested once the audit has an environment." : ""
            return Notice(
                .ok, "\(counted(count, "component")) added",
                "Saved on this laptop.\(more.isEmpty ? "" : " \(more)")",
                link: place.map { PageFrame.Link("Start testing: \($0.title)", $0.address) })
        }
    }
}
