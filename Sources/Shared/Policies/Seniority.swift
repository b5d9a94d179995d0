extension PolicyMethod {
    static let seniority = PolicyMethod(
        id: "seniority",
        summary: "The verdict of the first person of the rule's ranking who judged holds.",
        settle: { judgements, ranks in
            let present = Set(judgements.map(\.author))
            guard let senior = ranks.first(where: present.contains) else {
                return .fallsThrough(why: "nobody of the ranking has judged")
            }
            let values = Set(
                judgements.filter { $0.author == senior }.compactMap(\.value.judgement))
            guard let only = values.first, values.count == 1 else {
                return .fallsThrough(why: "the best-ranked tester has two different verdicts")
            }
            return .settled(only)
        })
}
