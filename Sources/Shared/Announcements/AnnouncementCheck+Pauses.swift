extension AnnouncementCheck {
    /// With pauses where the expectation's words begin; nil where there are pauses, or other words.
    func paused(_ phrase: SpokenPhrase) -> SpokenPhrase? {
        guard phrase.segments.count == 1, let text = phrase.segments.first else { return nil }
        let spoken = expectation.spoken
        let given = ([expectation.label] + expectation.content).map(SpokenPhrase.listenedFor)
        var rest = text.split(separator: " ")[...]
        var pieces: [String] = []
        while !rest.isEmpty {
            let left = rest.joined(separator: " ")
            if let name = given.first(where: { left == $0 || left.hasPrefix($0 + " ") }) {
                pieces.append(name)
            } else if spoken.isHint(left) {
                pieces.append(left)
            } else {
                let lengths = stride(from: min(5, rest.count), to: 0, by: -1)
                let known = lengths.lazy.map { rest.prefix($0).joined(separator: " ") }.first {
                    spoken.isIgnored($0)
                        || spoken.meaning(
                            of: SpokenWords.counted($0), roles: expectation.roles,
                            state: expectation.state) != nil
                }
                guard let known else { return nil }
                pieces.append(known)
            }
            rest = rest.dropFirst(pieces.last?.split(separator: " ").count ?? 1)
        }
        return pieces.count > 1 ? SpokenPhrase(segments: pieces) : nil
    }
}
