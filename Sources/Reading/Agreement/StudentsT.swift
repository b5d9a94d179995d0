/// Student's t with a whole number of degrees of freedom.
///
/// The sums are formulas 26.7.3 and 26.7.4 of Abramowitz and Stegun's Handbook of Mathematical
/// Functions (1964).
enum StudentsT {
    /// The number between which and its negative such a share of all lies.
    static func quantile(_ share: Double, freedom: Int) -> Double {
        precondition(
            freedom > 0 && share > 0 && share < 1, "A quantile is of a share of t's whole.")
        var low = 0.0
        var high = 1.0
        while self.share(within: high, freedom: freedom) < share { high *= 2 }
        while true {
            let middle = (low + high) / 2
            // Between two neighbours nothing lies.
            guard middle > low, middle < high else { return high }
            if self.share(within: middle, freedom: freedom) < share {
                low = middle
            } else {
                high = middle
            }
        }
    }

    /// How much of all lies between a number and its negative.
    static func share(within number: Double, freedom: Int) -> Double {
        let total = Double(freedom) + number * number
        let square = Double(freedom) / total
        let sine = number / total.squareRoot()
        let isEven = freedom.isMultiple(of: 2)
        var term = isEven ? 1 : square.squareRoot()
        var sum = freedom == 1 ? 0 : term
        for factor in stride(from: isEven ? 2 : 3, to: freedom, by: 2) {
            term *= Double(factor - 1) / Double(factor) * square
            sum += term
        }
        if isEven { return sine * sum }
        let angle = Elementary.atan(number / Double(freedom).squareRoot())
        return (angle + sine * sum) * 2 / Elementary.pi
    }
}
