@testable import Client
import Reading
import Shared
import Testing

/// What `explain` and the page of a conflict tell of versions.
struct FindingVersionsTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
    }

    private func versions() throws -> FindingVersions {
        let item = try desk.item()
        return FindingVersions(
            try item.finding(named: Desk.criterion), on: item, in: try desk.view())
    }

    /// The dot of somebody's first change, as people read it.
    private func dot(_ versions: FindingVersions, of person: PersonID) -> String {
        versions.notation.text(Dot(replica: ReplicaID(high: person.high, low: person.low), n: 1))
    }

    @Test func `two who had not seen each other are told as concurrent`() throws {
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        try desk.hear(from: desk.lee, .passed)
        let found = try versions()
        #expect(found.writes.map(\.author).sorted() == [desk.lee, desk.maya].sorted())
        #expect(found.context.entries.count == 2)
        #expect(found.writes.map(found.seen) == ["nothing", "nothing"])
        #expect(found.relations.map(\.order) == [.concurrent])
        let maya = dot(found, of: desk.maya)
        let lee = dot(found, of: desk.lee)
        let names = ["Maya Lindqvist's \(maya)", "Lee Okafor's \(lee)"]
        let sentence = try #require(found.sentences.first)
        #expect(names.allSatisfy(sentence.contains))
        #expect(sentence.hasSuffix(" are concurrent: neither had seen the other."))
    }

    @Test func `one that had seen the other is told as after it`() throws {
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        try desk.hear(from: desk.lee, .passed, seen: true)
        let found = try versions()
        let maya = dot(found, of: desk.maya)
        let lee = dot(found, of: desk.lee)
        let isMayaFirst = found.writes.first?.author == desk.maya
        #expect(found.relations.map(\.order) == [isMayaFirst ? .before : .after])
        #expect(
            found.sentences == [
                isMayaFirst
                    ? "Maya Lindqvist's \(maya) is before Lee Okafor's \(lee): "
                        + "Lee Okafor had seen it."
                    : "Lee Okafor's \(lee) is after Maya Lindqvist's \(maya): "
                        + "Lee Okafor had seen it."
            ])
        let seen = found.writes.first { $0.author == desk.lee }.map(found.seen)
        #expect(seen == "{\(maya)}")
    }

    @Test func `decisions and withdrawals are versions too`() throws {
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        try desk.client.decisions.decide(
            .decide(.passed, reason: "Heard it."), on: try desk.item(), criteria: ["state-open"],
            in: try desk.view())
        try desk.hear(
            from: desk.lee,
            [
                Write(
                    field: FieldID(criterion: Desk.criterion, .withdrawn),
                    value: .withdrawal(
                        Withdrawal(reason: Text(normalizing: "Twice."), covers: [])), replaces: [])
            ])
        let found = try versions()
        #expect(
            found.writes.map(found.says) == ["failed, serious", "decided: passed", "withdrawn"])
        #expect(found.relations.map(\.order) == [.before, .concurrent, .concurrent])
        #expect(
            found.writes.map(found.knew) == [
                "nothing", found.notation.text(found.writes[0].dot), "nothing",
            ])
    }
}
