extension PolicyMethod {
    /// Every method, in the order people are offered them.
    package static let all: [PolicyMethod] = [
        .leadDecides, .mostSevere, .majority, .seniority, .knowing,
    ]

    package static func named(_ id: String) -> PolicyMethod? { all.first { $0.id == id } }
}
