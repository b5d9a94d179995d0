extension PolicyMethod {
    /// The value of those holds whom nobody overrode knowingly: the causal reading.
    ///
    /// By edit ids, never by vectors: an id cannot be named before it exists, so nobody can claim
    /// to have known what came later, and a re-issue changes nothing of it.
    static let knowing = PolicyMethod(
        id: "knowing",
        summary: "The verdict holds that was given last in knowledge of the others.",
        settle: { judgements, _ in
            var known: Set<EditID> = []
            for judgement in judgements { known.formUnion(judgement.knew) }
            let last = judgements.filter { !known.contains($0.edit) }
            let values = Set(last.compactMap(\.value.judgement))
            guard let only = values.first, values.count == 1 else {
                return .fallsThrough(why: "different verdicts do not know each other")
            }
            return .settled(only)
        })
}
