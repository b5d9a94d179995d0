/// What a failure fails and weighs: one criterion's own, or of a defect that many of them have.
struct Defect: Hashable, Sendable {
    static let keys = ["wcag", "impact", "basis"]

    let wcag: [String]
    let impact: Criterion.Impact
    let basis: Criterion.Basis

    init(_ node: YAMLNode, among impacts: [Criterion.Impact]) throws(YAMLError) {
        wcag = try node.texts("wcag", unless: [])
        for number in wcag where SuccessCriterion.named(number) == nil {
            throw try node.child("wcag").invalid(
                "`\(number)` is no success criterion of WCAG 2.2 at level A or AA")
        }
        basis = try node.choice("basis", of: Criterion.Basis.self)
        guard basis != .normative || !wcag.isEmpty else {
            throw node.invalid(
                "what is normative names its success criterion; without one it is advisory",
                key: "wcag")
        }
        let id = try node.name("impact", among: Set(impacts.map(\.id)), called: "impact")
        guard let known = impacts.first(where: { $0.id == id }) else {
            preconditionFailure("A name among them is one of them")
        }
        impact = known
    }

    /// Reads the table of severity.yaml.
    static func all(
        in node: YAMLNode, among impacts: [Criterion.Impact]
    ) throws(YAMLError) -> [String: Defect] {
        var defects: [String: Defect] = [:]
        for item in try node.items("defects", unless: []) {
            try item.allow(Set(["id"] + keys))
            let id = try item.identifier("id")
            guard defects.updateValue(try Defect(item, among: impacts), forKey: id) == nil else {
                throw item.invalid("`\(id)` is there twice", key: "id")
            }
        }
        return defects
    }
}
