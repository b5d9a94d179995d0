/// What somebody looks for, and where.
package struct SearchQuery: Hashable, Sendable {
    /// As typed: words are fronts of words, quotes make phrases, and nothing is wrong.
    package var text: String
    package var place = Place.everything
    /// Only findings in which this holds; nil for all.
    package var standing: Status?
    package var offset = 0
    package var limit = 50

    package init(_ text: String) { self.text = text }

    /// Where to look.
    package enum Place: String, CaseIterable, Sendable {
        case everything, findings, catalogue
    }

    /// What holds for a finding, as far as a search tells it apart.
    package enum Status: String, CaseIterable, Sendable {
        case failed, cantTell, passed, inapplicable, conflict, untested
    }

    private static let termsMax = 32
    private static let textMax = 1_000

    /// The query for FTS5; nil where nothing is left to look for.
    ///
    /// Every term stands in quotes, so that no sign or word of it is taken for an operator.
    var expression: String? {
        let terms = Self.terms(of: String(text.prefix(Self.textMax))).prefix(Self.termsMax)
        guard !terms.isEmpty else { return nil }
        return terms.map { $0.isPhrase ? "\"\($0.text)\"" : "\"\($0.text)\"*" }
            .joined(separator: " ")
    }

    /// Words and phrases, without those that have neither letter nor digit.
    static func terms(of text: String) -> [(text: String, isPhrase: Bool)] {
        let plain = text.map { "“”„«»".contains($0) ? "\"" : $0 }
        var terms: [(text: String, isPhrase: Bool)] = []
        // Every second piece stands between quotes; one that nobody closed goes to the end.
        for (index, piece) in plain.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated()
        {
            let clean = String(piece.filter { $0 != "\0" })
            if index.isMultiple(of: 2) {
                terms += clean.split(whereSeparator: \.isWhitespace).map { (String($0), false) }
            } else {
                terms.append((clean, true))
            }
        }
        return terms.filter { term in
            term.text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.isNumber }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isNumber: Bool { properties.numericType != nil }
}
