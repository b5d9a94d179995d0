import Shared
import TestSupport
import Testing

/// Where screens and components stand, and what a move writes.
struct PlaceTests {
    private func place(_ name: String, moved: String? = nil) -> Place {
        let plan = AuditID(high: 0, low: 1)
        guard let moved else { return Plan(Record(key: .plan(plan))).place(ofScreen: name) }
        let field = FieldID(.order, NaturalKey.folded(name))
        let body = ChangeBody(
            author: PersonID(high: 0, low: 1), act: .plan,
            writes: [
                Write(field: field, value: .text(Text(normalizing: moved)), replaces: [])
            ], sees: VersionVector(), wallTime: 0)
        let change = Change(
            key: .plan(plan), dot: Dot(replica: ReplicaID(high: 0, low: 1), n: 1), body: body)
        return Plan(Record(key: .plan(plan)).applying(change)).place(ofScreen: name)
    }

    @Test func `what nobody moved is in the order of its names`() {
        let names = ["", "!", "Cards", "Cards 2", "cards", "zebra", "Ü", "送金"]
        let places = names.map { place($0) }
        #expect(places == places.sorted())
    }

    @Test(arguments: 1...20)
    func `between any two places there is room, however often somebody moves`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let names = ["", " ", "!", "!!", "A", "A\tB", "AB", "Ab", "b", "é", "\u{1}", "~", "送金"]
        var places = names.map { place($0) }.sorted()
        for count in 0..<300 {
            // Mostly one gap over and over, which is where a text grows.
            let gap = count % 4 == 0 ? Int(generator.next() % UInt64(places.count + 1)) : 1
            let lower = gap == 0 ? nil : places[gap - 1]
            let upper = gap == places.count ? nil : places[gap]
            let text = Place.between(lower, upper)
            #expect(Text(normalizing: text).string == text)
            let moved = place("screen \(count)", moved: text)
            if let lower { #expect(lower < moved) }
            if let upper { #expect(moved < upper) }
            places.insert(moved, at: gap)
        }
        #expect(places.compactMap(\.moved).allSatisfy { $0.utf8.count < 200 })
    }

    @Test func `two that were moved to one place can be parted`() {
        let first = place("a", moved: "m")
        let second = place("b", moved: "m")
        let between = place("c", moved: Place.between(first, second))
        #expect(first < between && between < second)
    }
}
