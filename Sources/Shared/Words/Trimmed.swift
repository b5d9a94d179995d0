extension StringProtocol {
    /// The text without white space at either end.
    package var trimmed: String {
        guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first..<unicodeScalars.index(after: last)])
    }
}
