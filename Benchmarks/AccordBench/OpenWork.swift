import Shared

/// One control of the catalogue that is built in, opened by a program that has read none yet.
struct OpenWork {
    func measure() throws -> Measurement {
        var criteria = 0
        let duration = ContinuousClock().measure {
            let menu = CatalogueLoader.embedded().control("menu")
            criteria = menu?.platforms.map(\.criteria.count).reduce(0, +) ?? 0
        }
        precondition(criteria > 0, "The catalogue that is built in has a menu.")
        return Measurement(work: .open, duration: duration, count: criteria)
    }
}
