import Foundation
import TestSupport
import Testing

@testable import Reading

/// Agreement against the numbers of other people's libraries, and against audits that nobody made.
struct RatedUnitTests {
    private struct Numbers: Decodable {
        struct Quantile: Decodable {
            let freedom: Int
            let value: Double
        }
        struct Estimate: Decodable {
            let value: Double?
            let low: Double?
            let high: Double?
            let shortage: String?
        }
        struct Pair: Decodable {
            let raters: [Int]
            let value: Double?
            let shortage: String?
        }
        struct Audit: Decodable {
            let seed: UInt64
            let units: Int
            let alpha: Estimate
            let withoutCantTell: Estimate
            let kappas: [Pair]
        }
        let quantiles: [Quantile]
        let audits: [Audit]

        /// The recorded ones, or those of a file that `ACCORD_AGREEMENT` names.
        static func read() throws -> Numbers {
            let other = ProcessInfo.processInfo.environment["ACCORD_AGREEMENT"]
            let recorded = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Fixtures/agreement-numbers.json")
            let url = other.map { URL(filePath: $0) } ?? recorded
            return try JSONDecoder().decode(Numbers.self, from: Data(contentsOf: url))
        }
    }

    private func isNear(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-9
    }

    @Test func `Student's t has the quantiles that scipy finds`() throws {
        for one in try Numbers.read().quantiles {
            let found = StudentsT.quantile(0.95, freedom: one.freedom)
            #expect(isNear(found, one.value), "\(one.freedom) degrees of freedom: \(found)")
        }
    }

    @Test func `alpha and its range are those of krippendorff and scipy`() throws {
        let audits = try Numbers.read().audits
        for audit in audits {
            let units = DrawnRatings.audit(seed: audit.seed)
            #expect(units.count == audit.units)
            for (found, wanted) in [
                (units.alpha, audit.alpha),
                (units.without(value: DrawnRatings.cantTell).alpha, audit.withoutCantTell),
            ] {
                #expect(isNear(found.value, wanted.value), "seed \(audit.seed): \(found)")
                #expect(isNear(found.range?.lowerBound, wanted.low), "seed \(audit.seed)")
                #expect(isNear(found.range?.upperBound, wanted.high), "seed \(audit.seed)")
                #expect(found.shortage?.rawValue == wanted.shortage, "seed \(audit.seed)")
            }
        }
        // Each way in which it can end is among them.
        let all = audits.map(\.alpha)
        #expect(all.contains { $0.shortage == "few" } && all.contains { $0.low != nil })
        #expect(all.contains { $0.value != nil && $0.low == nil })
    }

    @Test func `kappa is that of scikit-learn`() throws {
        for audit in try Numbers.read().audits {
            let units = DrawnRatings.audit(seed: audit.seed)
            for pair in audit.kappas {
                let found = units.kappa(pair.raters[0], pair.raters[1])
                #expect(isNear(found.value, pair.value), "seed \(audit.seed): \(pair.raters)")
                #expect(found.shortage?.rawValue == pair.shortage, "seed \(audit.seed)")
            }
        }
    }

    @Test func `the order of units and raters changes no digit`() throws {
        for seed in 0..<UInt64(20) {
            let units = DrawnRatings.audit(seed: seed)
            var generator = SeededGenerator(seed: seed)
            let turned = generator.shuffled(units).map {
                RatedUnit(place: 1000 - $0.place, ratings: $0.ratings.reversed())
            }
            #expect(units.alpha == turned.alpha)
        }
    }

    @Test(arguments: [
        DrawnRatings(places: 10, raters: 2, failing: 20, slips: 12),
        DrawnRatings(places: 16, raters: 3, failing: 30, slips: 20),
        DrawnRatings(places: 40, raters: 3, failing: 15, slips: 8),
    ])
    func `the range holds what an audit without an end would say in 92 of 100 audits`(
        drawn: DrawnRatings
    ) throws {
        var generator = SeededGenerator(seed: 7)
        var endless = drawn
        endless.places = 6000
        let truth = try #require(endless.units(&generator).coincidences.alpha)
        var ranges: [ClosedRange<Double>] = []
        // Where one person alone was in some places, a few audits have too few of them.
        var tries = 0
        while ranges.count < 200, tries < 400 {
            tries += 1
            if let range = drawn.filled(&generator).alpha.range { ranges.append(range) }
        }
        let held = ranges.count { $0.contains(truth) }
        print("tally: agreement \(drawn.places) states: \(held) of \(ranges.count) ranges hold")
        #expect(ranges.count == 200)
        #expect(held >= 184, "\(held) of 200 hold \(truth)")
    }

    private func units(_ values: [[Int]], places: Int) -> [RatedUnit] {
        values.enumerated().map { index, values in
            RatedUnit(
                place: index % places,
                ratings: values.enumerated().map { RatedUnit.Rating(rater: $0, value: $1) })
        }
    }

    @Test func `below 20 units on 10 places nothing is said`() {
        let differing = [[[0, 0]], Array(repeating: [1, 0], count: 18)].flatMap(\.self)
        #expect(units(differing, places: 19).alpha == .notEnough(.few))
        #expect(units(differing + [[1, 1]], places: 9).alpha == .notEnough(.few))
        #expect(units(differing + [[1, 1]], places: 10).alpha.value != nil)
        #expect(units(differing, places: 19).kappa(0, 1) == .notEnough(.few))
    }

    @Test func `one value alone is no agreement, and two without a difference have no range`() {
        let passed = Array(repeating: [0, 0], count: 30)
        #expect(units(passed, places: 15).alpha == .notEnough(.oneValue))
        #expect(units(passed, places: 15).kappa(0, 1) == .notEnough(.oneValue))
        #expect(units(passed + [[1, 1]], places: 15).alpha == .value(1, range: nil))
        #expect([RatedUnit]().alpha == .notEnough(.few))
    }

    @Test func `a difference in one place alone has no range`() {
        let passed = Array(repeating: [0, 0], count: 29) + [[1, 1], [1, 1]]
        let estimate = units(passed + [[0, 1]], places: 16).alpha
        #expect(estimate.value != nil)
        #expect(estimate.range == nil)
        #expect(estimate.rangeWords == "Not enough: it hangs on one component state")
    }

    @Test func `numbers are said with two decimals and a minus that is read as one`() {
        #expect(AgreementEstimate.decimal(0.754) == "0.75")
        #expect(AgreementEstimate.decimal(0.999) == "1.00")
        #expect(AgreementEstimate.decimal(-0.049) == "\u{2212}0.05")
        #expect(AgreementEstimate.decimal(-0.001) == "0.00")
        #expect(AgreementEstimate.value(0.5, range: -0.5...0.25).rangeWords == "−0.50 to 0.25")
    }
}

extension AgreementEstimate {
    fileprivate var shortage: Shortage? {
        if case .notEnough(let shortage) = self { shortage } else { nil }
    }
}

extension DrawnRatings {
    /// As many places as it says, of which two raters or more were in each.
    fileprivate func filled(_ generator: inout SeededGenerator) -> [RatedUnit] {
        var units: [RatedUnit] = []
        var one = self
        one.places = 1
        var count = 0
        while count < places {
            let found = one.units(&generator)
            guard !found.isEmpty else { continue }
            units += found.map { RatedUnit(place: count, ratings: $0.ratings) }
            count += 1
        }
        return units
    }
}
