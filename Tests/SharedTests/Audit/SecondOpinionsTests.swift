import TestSupport
import Testing

@testable import Shared

/// A draw as the plan holds it, and what it draws (decision 0040).
struct SecondOpinionsTests {
    private static let people = (1...5).map(Sample.person)
    private static let ios = "ios-voiceover-phone-18"

    private func opinions(_ share: Int, seed: String = "seed1") throws -> SecondOpinions {
        try #require(SecondOpinions(share: share, seed: seed, people: Set(Self.people)))
    }

    private func state(_ number: Int, round: UInt32 = 1) -> StateID {
        StateID(
            component: ComponentID(high: 0xC0, low: UInt64(number)),
            environment: EnvironmentID(high: 0xE0, low: 1), round: round, state: "expanded")
    }

    private func drawn(_ opinions: SecondOpinions, round: UInt32 = 1) -> Set<Int> {
        Set((0..<5_000).filter { opinions.draws(state($0, round: round), in: Self.ios) })
    }

    @Test func `a draw comes back from its text`() throws {
        let whole = try #require(
            SecondOpinions(
                share: 100, seed: "9aZ",
                concerns: [
                    .screen: ["konten", "überweisung ☂"], .control: ["sheet"],
                    .environment: [Self.ios],
                ], people: Set(Self.people)))
        #expect(SecondOpinions(whole.text) == whole)
        #expect(whole.text.hasPrefix("share 100\nseed 9aZ\ncontrol sheet\nenvironment ios-"))
        #expect(try SecondOpinions(opinions(1).text) == opinions(1))
    }

    @Test func `what is not exactly such a text draws nothing`() throws {
        let good = try opinions(20).text
        #expect(SecondOpinions(good) != nil)
        let person = "person \(Self.people[0].hex)"
        for bad in [
            "", "\n", "share", "share 20", good + "\n", "\n" + good, good + "\n" + good,
            good.replacing("share 20", with: "share 0"),
            good.replacing("share 20", with: "share 101"),
            good.replacing("share 20", with: "share 020"),
            good.replacing("share 20", with: "share -20"),
            good.replacing("share 20", with: "share 99999999999999999999"),
            good.replacing("seed1", with: ""), good.replacing("seed1", with: "a b"),
            good.replacing("seed1", with: "é"),
            good.replacing("seed1", with: String(repeating: "s", count: 65)),
            good.replacing("person", with: "Person"), good + "\nstate open",
            good + "\nperson 1", "share 20\nseed a", "seed a\nshare 20\n\(person)",
            "share 20\nseed a\n\(person.uppercased())", good.replacing("\n", with: "\r\n"),
        ] { #expect(SecondOpinions(bad) == nil, "\(bad.prefix(80))") }
    }

    @Test func `no share is below 1 or above 100, and none is drawn among nobody`() {
        for share in [Int.min, -1, 0, 101, Int.max] {
            #expect(SecondOpinions(share: share, seed: "a", people: Set(Self.people)) == nil)
        }
        #expect(SecondOpinions(share: 20, seed: "a", people: []) == nil)
    }

    @Test(arguments: [1, 20, 50, 99]) func `a share is drawn within binomial limits`(
        share: Int
    ) throws {
        for seed in ["a", "b", "c", "d"] {
            let count = Double(drawn(try opinions(share, seed: seed)).count)
            let expected = 5_000 * Double(share) / 100
            // Five standard deviations: one in three million.
            let deviation = (expected * (1 - Double(share) / 100)).squareRoot()
            #expect(abs(count - expected) <= 5 * deviation, "\(count) of \(expected)")
        }
    }

    @Test func `a larger share holds the smaller one, and all of it is all`() throws {
        var before: Set<Int> = []
        for share in [1, 5, 20, 40, 99] {
            let now = drawn(try opinions(share))
            #expect(now.isSuperset(of: before))
            before = now
        }
        #expect(drawn(try opinions(100)).count == 5_000)
    }

    @Test func `another seed and another round draw others`() throws {
        let first = drawn(try opinions(20))
        for other in [
            drawn(try opinions(20, seed: "seed2")), drawn(try opinions(20), round: 2),
        ] {
            // Independent draws share a fifth of a fifth.
            #expect((100..<320).contains(first.intersection(other).count))
        }
    }

    @Test func `only what was hers is drawn anew where somebody leaves, and an equal part moves`()
        throws
    {
        let opinions = try opinions(100)
        func second(_ number: Int, among people: [PersonID]) -> PersonID? {
            opinions.second(on: state(number), in: Self.ios, among: people)
        }
        let left = Self.people[2]
        let rest = Self.people.filter { $0 != left }
        var counts: [PersonID: Int] = [:]
        for number in 0..<5_000 {
            let all = try #require(second(number, among: Self.people))
            let without = try #require(second(number, among: rest))
            counts[all, default: 0] += 1
            #expect(all == left || all == without)
            #expect(second(number, among: rest.reversed()) == without)
        }
        for person in Self.people { #expect((800...1_200).contains(counts[person] ?? 0)) }
        #expect(second(1, among: []) == nil)
    }

    /// Worked out with Python's hashlib.
    @Test func `the numbers are those of any other program`() throws {
        let opinions = try opinions(20, seed: "accord")
        let numbers = (1...40).filter { opinions.draws(state($0), in: Self.ios) }
        #expect(numbers == [2, 9, 10, 17, 18, 20, 22, 27, 28, 31, 37, 38, 40])
        let seconds = (1...12).map { number in
            opinions.second(on: state(number), in: Self.ios, among: Self.people)
                .flatMap { Self.people.firstIndex(of: $0) }
        }
        #expect(seconds == [1, 2, 0, 1, 1, 3, 1, 2, 1, 3, 1, 4])
    }

    @Test func `of two draws one holds, and a lead chooses`() throws {
        let key = RecordKey.plan(Sample.audit)
        let role = Write(
            field: FieldID(.person, Sample.person(1).hex, "role"), value: .role(.lead),
            replaces: [])
        func draw(_ share: Int) throws -> Write {
            let value = FieldValue.text(Text(normalizing: try opinions(share).text))
            return Write(field: .secondOpinions, value: value, replaces: [])
        }
        let plan = Plan(
            .after(
                [
                    .sample(1, 1, [role], key: key, act: .plan),
                    .sample(1, 2, [try draw(20)], key: key, act: .plan),
                    .sample(2, 1, [try draw(30)], key: key, act: .plan),
                ], key: key))
        #expect(plan.secondOpinions?.share == 20)
        #expect(plan.contested.map(\.field) == [.secondOpinions])
    }
}
