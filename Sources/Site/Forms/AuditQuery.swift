import Hummingbird
import Reading
import Shared

/// What of an audit the page shows, as its address says.
struct AuditQuery: Sendable {
    var filter = AuditFilter()
    /// From 1.
    var page = 1

    init(_ request: Request) {
        let parameters = request.uri.queryParameters
        self.init(find: request.typed("find")) { parameters.get($0) }
        page = max(1, parameters.get("page", as: Int.self) ?? 1)
    }

    /// As hidden fields of a form say it.
    init(_ form: SubmittedForm) { self.init(find: form.text("find") ?? "", form.text) }

    private init(find: String, _ field: (String) -> String?) {
        filter.find = find
        filter.isMine = field("who") == "me"
        // An address may say anything.
        filter.show = field("show").flatMap(AuditFilter.Show.init(rawValue:)) ?? .all
        filter.control = field("control") ?? ""
        filter.environment = field("environment") ?? ""
    }

    func query(page: Int) -> String {
        Address.query(filter.fields + [("page", page == 1 ? "" : "\(page)")])
    }
}

extension AuditFilter {
    func choices(of coverage: AuditCoverage) -> [Filter] {
        [
            Filter(
                "who", "Assigned to", chosen: isMine ? "me" : "", [("", "Everyone"), ("me", "Me")]),
            .show(chosen: show),
            .controls(chosen: control, coverage.controls),
            .environments(chosen: environment, in: coverage.view.plan),
        ]
    }
}
