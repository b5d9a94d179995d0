import Hummingbird

/// What of an audit the page shows, as its address says.
struct AuditQuery: Sendable {
    var who = ""
    var show = ""
    var control = ""
    var environment = ""
    /// From 1.
    var page = 1

    init(_ parameters: Parameters) {
        func text(_ name: String) -> String { parameters.get(name) ?? "" }
        (who, show) = (text("who"), text("show"))
        (control, environment) = (text("control"), text("environment"))
        page = max(1, parameters.get("page", as: Int.self) ?? 1)
    }

    func query(page: Int) -> String {
        Address.query([
            ("who", who), ("show", show), ("control", control), ("environment", environment),
            ("page", page == 1 ? "" : "\(page)"),
        ])
    }
}
