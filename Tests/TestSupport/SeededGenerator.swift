import Foundation

/// A repeatable source of randomness (SplitMix64): one seed is one sequence, on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the sequence began with; a failing test prints it.
    package let seed: UInt64
    private var state: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// Whether something that happens so often in a hundred times happens now.
    package mutating func chance(_ percent: Int) -> Bool {
        below(100) < percent
    }

    /// A number from 0 to below the bound; our own, so that a new compiler keeps old seeds' runs.
    package mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "A number can only be drawn below a positive bound.")
        return Int(next() % UInt64(bound))
    }

    /// Any of the elements.
    ///
    /// - Precondition: There is at least one.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// The elements in some order.
    package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for index in result.indices.dropFirst() { result.swapAt(index, below(index + 1)) }
        return result
    }
}

/// Which seeds a test runs, and how a failing one is run again.
package enum Seeds {
    /// The first `count` seeds, or only the one that the variable `ACCORD_SEED` names.
    ///
    /// `ACCORD_SEEDS` replaces the count, for a long search; with two numbers, as in `200-399`, it
    /// names the first and the last seed.
    package static func first(_ count: UInt64) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["ACCORD_SEED"].flatMap(UInt64.init) { return seed..<seed + 1 }
        return environment["ACCORD_SEEDS"].flatMap(range) ?? 0..<count
    }

    /// The seeds that a text names; nil for anything but a count or a first and a last seed.
    static func range(_ text: String) -> Range<UInt64>? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map {
            UInt64($0)
        }
        switch (numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
        case (1, let count?, _): return 0..<count
        case (2, let first?, let last?) where first <= last && last < .max: return first..<last + 1
        default: return nil
        }
    }

    /// The command that runs the calling suite with this seed alone.
    package static func replay(_ seed: UInt64, file: String = #fileID) -> String {
        let suite = file.split(separator: "/").last?.split(separator: ".").first ?? ""
        return "replay: ACCORD_SEED=\(seed) swift test --disable-xctest --filter \(suite)"
    }
}
