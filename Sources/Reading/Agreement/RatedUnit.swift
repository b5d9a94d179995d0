/// One thing of which people have said something, each a value.
package struct RatedUnit: Sendable {
    /// What one person said.
    package struct Rating: Sendable {
        package let rater: Int
        /// From 0.
        package let value: Int

        package init(rater: Int, value: Int) {
            self.rater = rater
            self.value = value
        }
    }

    /// Where it was tested: units of one place are tested in one sitting, and do not err alone.
    package let place: Int
    /// One a rater.
    package let ratings: [Rating]

    package init(place: Int, ratings: [Rating]) {
        self.place = place
        self.ratings = ratings
    }

    package var isSame: Bool { ratings.allSatisfy { $0.value == ratings[0].value } }
}

/// A number that says how far people agree beyond chance, or why there is none.
package enum AgreementEstimate: Hashable, Sendable {
    /// - Parameter range: Holds what it would be over very many places in 95 of 100 audits; nil
    ///   where all that differs, or all that has another value, lies in one place.
    case value(Double, range: ClosedRange<Double>?)
    case notEnough(Shortage)

    /// Why nothing can be said.
    package enum Shortage: String, Sendable {
        /// Fewer than 20 units, or fewer than 10 places.
        case few
        /// All said one value, so that nobody could have differed.
        case oneValue
    }

    package var value: Double? { if case .value(let value, _) = self { value } else { nil } }
    package var range: ClosedRange<Double>? {
        if case .value(_, let range) = self { range } else { nil }
    }
}

extension [RatedUnit] {
    package static var unitsMin: Int { 20 }
    package static var placesMin: Int { 10 }

    var coincidences: Coincidences { reduce(into: Coincidences()) { $0.add($1) } }

    package var places: Int { Set(map(\.place)).count }

    package var isEnough: Bool { count >= Self.unitsMin && places >= Self.placesMin }

    /// Without what was said as one value, and without units of which then fewer than two speak.
    package func without(value: Int) -> [RatedUnit] {
        compactMap { unit in
            let left = unit.ratings.filter { $0.value != value }
            return left.count > 1 ? RatedUnit(place: unit.place, ratings: left) : nil
        }
    }

    /// Krippendorff's alpha for values without an order.
    ///
    /// Each unit has two ratings at least. The range is a jackknife over places: one after the
    /// other is left out, on Fisher's scale, and how far that moves alpha says how sure it is, with
    /// Student's t. Resampling units would take those of one sitting for independent, and its range
    /// would be too narrow.
    package var alpha: AgreementEstimate {
        guard isEnough else { return .notEnough(.few) }
        var places: [Int: Coincidences] = [:]
        for unit in self { places[unit.place, default: Coincidences()].add(unit) }
        let whole = places.values.reduce(into: Coincidences()) { $0.add($1) }
        guard let alpha = whole.alpha else { return .notEnough(.oneValue) }
        let shifted = places.values.compactMap { place -> Double? in
            let left = whole.without(place)
            // What never differs is infinitely far away on this scale.
            guard left.differs, let alpha = left.alpha else { return nil }
            return Elementary.atanh(alpha)
        }
        guard shifted.count == places.count else { return .value(alpha, range: nil) }
        return .value(alpha, range: Self.range(around: alpha, shifted))
    }

    private static func range(around alpha: Double, _ shifted: [Double]) -> ClosedRange<Double> {
        let count = Double(shifted.count)
        // A sum depends on its order in the last digit: it is that of the numbers themselves.
        let ordered = shifted.sorted()
        let mean = ordered.reduce(0, +) / count
        let squares = ordered.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
        let error = (squares * (count - 1) / count).squareRoot()
        let width = error * StudentsT.quantile(0.95, freedom: shifted.count - 1)
        let middle = Elementary.atanh(alpha)
        let ends = [Elementary.tanh(middle - width), Elementary.tanh(middle + width)]
        // Where the width is next to nothing, the last digit may turn them round.
        return Swift.min(ends[0], ends[1])...Swift.max(ends[0], ends[1])
    }

    /// Cohen's kappa of two raters over the units that both have rated; no range.
    package func kappa(_ first: Int, _ second: Int) -> AgreementEstimate {
        var units: [RatedUnit] = []
        var firsts: [Int: Int] = [:]
        var seconds: [Int: Int] = [:]
        for unit in self {
            guard let one = unit.ratings.first(where: { $0.rater == first }),
                let other = unit.ratings.first(where: { $0.rater == second })
            else { continue }
            units.append(RatedUnit(place: unit.place, ratings: [one, other]))
            firsts[one.value, default: 0] += 1
            seconds[other.value, default: 0] += 1
        }
        guard units.isEnough else { return .notEnough(.few) }
        let square = units.count * units.count
        let chance = firsts.reduce(0) { $0 + $1.value * (seconds[$1.key] ?? 0) }
        guard chance < square else { return .notEnough(.oneValue) }
        let same = units.count(where: \.isSame) * units.count
        return .value(Double(same - chance) / Double(square - chance), range: nil)
    }
}

/// How often which values met in units: what alpha is made of, in whole numbers.
struct Coincidences {
    /// How often each value was said.
    private var values: [Int: Int] = [:]
    /// How many pairs of ratings differ, in units with so many ratings.
    private var apart: [Int: Int] = [:]

    mutating func add(_ unit: RatedUnit) {
        let counts = unit.ratings.reduce(into: [Int: Int]()) { $0[$1.value, default: 0] += 1 }
        values.merge(counts, uniquingKeysWith: +)
        let count = unit.ratings.count
        let alike = counts.values.reduce(0) { $0 + $1 * $1 }
        apart[count, default: 0] += count * count - alike
    }

    mutating func add(_ other: Coincidences) {
        values.merge(other.values, uniquingKeysWith: +)
        apart.merge(other.apart, uniquingKeysWith: +)
    }

    func without(_ other: Coincidences) -> Coincidences {
        var left = self
        left.values.merge(other.values, uniquingKeysWith: -)
        left.apart.merge(other.apart, uniquingKeysWith: -)
        return left
    }

    var differs: Bool { apart.values.contains { $0 > 0 } }

    /// Nil where one value was said, or none.
    var alpha: Double? {
        let total = values.values.reduce(0, +)
        let chance = values.values.reduce(total * total) { $0 - $1 * $1 }
        guard chance > 0 else { return nil }
        let observed = apart.sorted { $0.key < $1.key }
            .reduce(0.0) { $0 + Double($1.value) / Double($1.key - 1) }
        return 1 - observed * Double(total - 1) / Double(chance)
    }
}
