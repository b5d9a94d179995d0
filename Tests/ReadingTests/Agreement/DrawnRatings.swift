import TestSupport

@testable import Reading

/// Ratings of an audit that nobody made: places where all that is said depends on the sitting.
struct DrawnRatings {
    var places: Int
    let raters: Int
    /// How many of a hundred fail in the middle, and on how many a rater errs.
    let failing: Int
    let slips: Int

    static let passed = 0
    static let failed = 1
    static let cantTell = 2
    static let inapplicable = 3

    /// The same audit as `drawn` of Fixtures/agreement_numbers.py.
    static func audit(seed: UInt64) -> [RatedUnit] {
        var generator = SeededGenerator(seed: seed)
        let places = 8 + generator.below(30)
        let raters = 2 + generator.below(3)
        var failing = generator.below(50)
        var slips = generator.below(40)
        if seed % 6 == 5 {
            failing = 0
            slips = generator.below(2)
        }
        return DrawnRatings(places: places, raters: raters, failing: failing, slips: slips)
            .units(&generator)
    }

    func units(_ generator: inout SeededGenerator) -> [RatedUnit] {
        (0..<places).flatMap { place -> [RatedUnit] in
            let fails = generator.below(2 * failing + 1)
            let erring = (0..<raters).map { _ in generator.below(2 * slips + 1) }
            let present = (0..<raters).map { _ in generator.chance(75) }
            return (0..<2 + generator.below(8)).compactMap { _ in
                let truth: Int
                if generator.chance(fails) {
                    truth = Self.failed
                } else {
                    truth = generator.chance(min(12, failing)) ? Self.inapplicable : Self.passed
                }
                let said = erring.map { generator.chance($0) ? generator.below(4) : truth }
                let ratings = said.indices.filter { present[$0] }
                    .map { RatedUnit.Rating(rater: $0, value: said[$0]) }
                return ratings.count > 1 ? RatedUnit(place: place, ratings: ratings) : nil
            }
        }
    }
}
