import Client
import Hummingbird
import Reading
import Shared

/// What of a plan the page shows, as its address or a form says.
struct PlanQuery: Sendable {
    static let componentsMax = 100
    /// Words that a component's name or control has to have.
    var find = ""
    /// From 1.
    var page = 1
    var added: Added?
    var done: Done?

    init() {}

    init(_ parameters: Parameters) {
        find = parameters.get("find") ?? ""
        page = max(1, parameters.get("page", as: Int.self) ?? 1)
        added = parameters.get("added", as: Int.self).map {
            Added(count: $0, first: parameters.get("first").flatMap { ComponentID(hex: $0) })
        }
        done = parameters.get("done").flatMap(Done.Deed.init(rawValue:)).map {
            Done($0, parameters.get("count", as: Int.self) ?? 1)
        }
    }

    init(_ form: SubmittedForm) {
        find = form.text("find") ?? ""
        page = max(1, form.text("page").flatMap { Int($0) } ?? 1)
    }

    func query(page: Int, done: Done? = nil) -> String {
        Address.query([
            ("find", find), ("page", page == 1 ? "" : "\(page)"),
            ("done", done?.deed.rawValue ?? ""), ("count", done.map { "\($0.count)" } ?? ""),
        ]) + (done?.anchor.map { "#\($0)" } ?? "")
    }

    /// The page to go on with after something was done: where that stands by now.
    func address(after done: Done?, of view: AuditView) -> String {
        let id = done?.component
        let index = id == nil ? nil : components(of: view).firstIndex { $0.id == id }
        let page = index.map { $0 / Self.componentsMax + 1 } ?? page
        return Address.plan(view.audit) + query(page: page, done: done)
    }

    /// The same for an audit that was saved just now.
    ///
    /// Where it cannot be read the plan’s first page tells that: what is saved is not told as not.
    func address(after done: Done?, of audit: AuditID, in context: PageContext) -> String {
        guard let view = try? context.view(of: audit)
        else { return Address.plan(audit) + query(page: 1, done: done) }
        return address(after: done, of: view)
    }

    func components(of view: AuditView) -> [Component] {
        let words = NaturalKey.folded(find).split(separator: " ").map(String.init)
        guard !words.isEmpty else { return Array(view.components) }
        return view.components.filter { component in
            let name = NaturalKey.folded("\(component.name) \(component.control)")
            return words.allSatisfy { name.contains($0) }
        }
    }

    /// What was done just before, said above the list, and where on the page it was.
    struct Done: Sendable {
        enum Deed: String, Sendable {
            case moved, stays, renamed, assigned, withdrawn, restored, copied, groups
        }

        let deed: Deed
        let count: Int
        /// What it was done to; nil for more than one.
        var component: ComponentID?
        /// The anchor of what was pressed or changed; nil for the top of the page.
        var anchor: String?

        init(_ deed: Deed, _ count: Int) { (self.deed, self.count) = (deed, count) }

        /// - Parameter front: Of the anchor, which ends with the component's id.
        init(_ deed: Deed, _ component: ComponentID, at front: String = "c-") {
            self.init(deed, 1)
            self.component = component
            anchor = front + component.hex
        }

        func notice(at place: String) -> Notice {
            let many = counted(count, "component")
            let heading =
                switch deed {
                case .moved: "Moved"
                case .stays: "It stands there already"
                case .renamed: "Saved"
                case .assigned: "\(many) changed"
                case .withdrawn: "\(many) withdrawn"
                case .restored: "Taken back: it is to be tested again"
                case .copied: "\(many) copied"
                case .groups: "Groups changed"
                }
            guard deed != .stays else { return Notice(.info, heading, "Nothing was changed.") }
            let more =
                deed == .withdrawn ? " What is recorded is kept; “Restore” takes it back." : ""
            return Notice(.ok, heading, "Saved on this \(place).\(more)")
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
                "Saved on this \(context.place).\(more.isEmpty ? "" : " \(more)")",
                link: place.map { PageFrame.Link("Start testing: \($0.title)", $0.address) })
        }
    }
}
