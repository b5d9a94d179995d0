extension AnnouncementCheck {
    /// With its pauses where the expectation's words begin; nil where there are other words, or
    /// where that is how it was heard.
    func paused(_ phrase: SpokenPhrase) -> SpokenPhrase? {
        let words = phrase.segments.flatMap(\.self)
        var ends: [Int] = []
        for segment in phrase.segments { ends.append((ends.last ?? 0) + segment.count) }
        let pieces = SpokenPieces(expectation)
        guard let found = pieces.cut(words.map(\.text), ends: ends, takesOthers: true)
        else { return nil }
        var segments: [[SpokenPhrase.Word]] = []
        var isGlued = false
        for piece in found {
            // `edit box for Nickname` is said without a pause.
            if case .joint = piece.kind { isGlued = true }
            if isGlued, !segments.isEmpty {
                segments[segments.count - 1] += words[piece.range]
            } else {
                segments.append(Array(words[piece.range]))
            }
            if case .label = piece.kind { isGlued = false }
        }
        return segments == phrase.segments ? nil : SpokenPhrase(segments: segments)
    }
}
