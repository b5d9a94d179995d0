/// Where something stands in a list: a text, and the list is in the order of these texts.
///
/// What nobody moved stands where its name puts it; what was moved, as if it were called by the
/// text that the move wrote. So a move writes one register and touches no neighbour, and two people
/// who move different things at once have both moved them (docs/merge.md, "Order").
package struct Place: Hashable, Comparable, Sendable {
    private let text: String
    /// What the last move wrote; nil where nobody moved it.
    package let moved: String?

    /// - Parameter id: Tells apart what has one name, or was moved to one place by two people.
    init(of name: String, _ ordinal: UInt32 = 1, moved: String?, id: String) {
        let digits = String(ordinal)
        // A tab is below all that names are made of; the count of digits lets 9 be before 10, and
        // below the last letter there is always room for another.
        text = (moved ?? "\(name)\t\(digits.utf8.count)\(digits)") + "\t\(id)~"
        self.moved = moved
    }

    package static func < (left: Place, right: Place) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// What a move writes that puts something between two places; nil is an end of the list.
    package static func between(_ lower: Place?, _ upper: Place?) -> String {
        let lower = Array((lower?.text ?? "").unicodeScalars)[...]
        let upper = upper.map { Array($0.text.unicodeScalars)[...] }
        return String(String.UnicodeScalarView(text(lower, upper)))
    }

    /// A text above the first and below the second that begins neither.
    ///
    /// What is added to a front of either is of ASCII, so the text stays in composed form.
    private static func text(
        _ lower: ArraySlice<Unicode.Scalar>, _ upper: ArraySlice<Unicode.Scalar>?
    ) -> [Unicode.Scalar] {
        var lower = lower
        var upper = upper
        var front: [Unicode.Scalar] = []
        while true {
            let low = lower.first.map { max($0.value, blank) } ?? blank
            let high = upper.map { min($0.first?.value ?? blank, end) } ?? end
            if low + 1 < high, let letter = Unicode.Scalar(low + (high - low) / 2) {
                return front + [letter]
            }
            // No letter fits here: go on behind the letter of one of the two.
            guard let next = lower.first ?? upper?.first else { return front }
            if lower.first != nil, lower.first != upper?.first { upper = nil }
            front.append(next)
            lower = lower.dropFirst()
            upper = upper?.dropFirst()
        }
    }

    /// Letters that are added lie between these two.
    private static let blank: UInt32 = 0x20
    private static let end: UInt32 = 0x7f
}
