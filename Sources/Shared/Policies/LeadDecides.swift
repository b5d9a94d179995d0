extension PolicyMethod {
    static let leadDecides = PolicyMethod(
        id: "lead-decides",
        summary: "Different verdicts stay open until a lead decides.",
        settle: { _, _ in .fallsThrough(why: "the rule leaves it to a lead") })
}
