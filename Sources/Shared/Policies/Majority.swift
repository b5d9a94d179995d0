extension PolicyMethod {
    static let majority = PolicyMethod(
        id: "majority",
        summary: "The verdict of more than half of the testers holds.",
        settle: { judgements, _ in
            let byPerson = Dictionary(grouping: judgements, by: \.author)
            var votes: [Judgement: Int] = [:]
            for (_, own) in byPerson {
                // Somebody with two different live values counts, but votes for nothing.
                let values = Set(own.compactMap(\.value.judgement))
                if let only = values.first, values.count == 1 { votes[only, default: 0] += 1 }
            }
            guard let winner = votes.first(where: { $0.value * 2 > byPerson.count })?.key else {
                return .fallsThrough(why: "no verdict has more than half of the testers")
            }
            return .settled(winner)
        })
}
