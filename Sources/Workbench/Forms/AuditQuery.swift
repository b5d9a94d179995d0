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
        who = parameters.get("who") ?? ""
        show = parameters.get("show") ?? ""
        control = parameters.get("control") ?? ""
        environment = parameters.get("environment") ?? ""
        page = max(1, parameters.get("page", as: Int.self) ?? 1)
    }

    /// The query of another page of the same.
    func query(page: Int) -> String {
        Address.query([
            ("who", who), ("show", show), ("control", control), ("environment", environment),
            ("page", page == 1 ? "" : "\(page)"),
        ])
    }
}
