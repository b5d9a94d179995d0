import Foundation
import Shared
import Testing

/// The lenses that are built in, against the catalogue that is, and that of RAAM.
struct LensTests {
    private static let catalogue = CatalogueLoader.embedded()

    private static let raam: Catalogue? = {
        let folder = Fixture.root.appending(path: "config/raam")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        let files = names?.compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map {
                CatalogueFiles.File(path: name, content: [UInt8]($0))
            }
        }
        return files.flatMap { try? CatalogueLoader.load(try CatalogueFiles($0)) }
    }()

    private static func criteria(_ catalogue: Catalogue, on platform: String) -> [Criterion] {
        catalogue.controls.compactMap { $0.platform(platform) }.flatMap(\.criteria)
    }

    private static let platforms = ["android", "ios"]
    private static let ids = Lens.all.map(\.id)

    private static func lens(_ id: String) throws -> Lens { try #require(Lens.named(id)) }

    @Test func `audits find the lenses that they name`() {
        #expect(
            Self.ids == [
                "en-301-549-3.2.1", "en-301-549-4.1", "raam-1.1", "section-508", "wcag-2.1",
                "wcag-2.2",
            ])
        #expect(Lens.all.map(\.clauses.count) == [162, 127, 108, 42, 50, 55])
    }

    @Test(arguments: ids)
    func `every clause is answered by criteria on both platforms, or by none for a reason`(
        id: String
    ) throws {
        let lens = try Self.lens(id)
        let raam = try #require(Self.raam)
        for platform in Self.platforms {
            let all =
                Self.criteria(Self.catalogue, on: platform) + Self.criteria(raam, on: platform)
            let answered = Set(all.flatMap(lens.clauses).map(\.number))
            for clause in lens.clauses {
                switch clause.reach {
                case .by:
                    #expect(answered.contains(clause.number), "\(platform) \(clause.number)")
                    #expect(clause.scope != .void)
                case .nothing(let reason):
                    #expect(!answered.contains(clause.number), "\(platform) \(clause.number)")
                    #expect(reason.count > 15, "\(clause.number)")
                }
            }
        }
    }

    @Test(arguments: ids)
    func `every name and category in a lens is one of the catalogues`(id: String) throws {
        let raam = try #require(Self.raam)
        let all = [Self.catalogue, raam].flatMap(\.controls).flatMap(\.platforms)
            .flatMap(\.criteria)
        let categories = Set(all.map(\.category.rawValue))
        let controls = Set(Self.catalogue.headings.map(\.id))
        for clause in try Self.lens(id).clauses {
            guard case .by(let answering) = clause.reach else { continue }
            #expect(Set(answering.categories).isSubset(of: categories), "\(clause.number)")
            #expect(Set(answering.controls).isSubset(of: controls), "\(clause.number)")
            for name in answering.criteria {
                #expect(all.contains(where: name.isName), "\(clause.number): \(name.text)")
            }
        }
    }

    /// Success criteria whose criteria are in no clause of a lens, if they have no other.
    private static let newInWCAG22 = ["2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"]
    private static let outside = [
        "en-301-549-3.2.1": newInWCAG22
            + ["2.4.1", "2.4.2", "2.4.5", "3.1.2", "3.2.3", "3.2.4"],
        "en-301-549-4.1": ["2.4.1", "2.4.5", "3.1.2", "3.2.3", "3.2.6"],
        "raam-1.1": newInWCAG22
            + ["1.4.10", "1.4.12", "2.4.1", "2.4.2", "2.4.5", "3.1.2", "3.2.3", "3.2.4"],
        "section-508": newInWCAG22
            + ["1.3.4", "1.3.5", "1.4.10", "1.4.11", "1.4.12", "1.4.13", "2.1.4", "2.5.1"]
            + ["2.5.2", "2.5.3", "2.5.4", "4.1.3", "2.4.1", "2.4.5", "3.2.3", "3.2.4"],
        "wcag-2.1": newInWCAG22,
    ]

    @Test(arguments: ids, platforms)
    func `every normative criterion has a clause, or a reason why it is outside`(
        id: String, platform: String
    ) throws {
        let lens = try Self.lens(id)
        let normative = Self.criteria(Self.catalogue, on: platform)
            .filter { $0.basis == .normative }
        #expect(normative.count > 400)
        for criterion in normative where lens.clauses(of: criterion).isEmpty {
            #expect(lens.reasonOutside(of: criterion) != nil, "\(criterion.id)")
        }
        #expect(Set(lens.outside.flatMap(\.wcag)) == Set(Self.outside[id] ?? []))
        #expect(lens.outside.allSatisfy { $0.reason.count > 12 })
    }

    @Test(arguments: platforms)
    func `each criterion of RAAM’s own catalogue answers its own number alone`(
        platform: String
    ) throws {
        let lens = try Self.lens("raam-1.1")
        let criteria = Self.criteria(try #require(Self.raam), on: platform)
        #expect(criteria.count == 108)
        for criterion in criteria {
            let numbers = lens.clauses(of: criterion).map(\.number)
            #expect(numbers.map { "raam:\($0)" } == [criterion.shortID])
        }
    }

    @Test func `a clause without success criteria is reached by a category or by name`() throws {
        func numbers(_ lens: String, _ criterion: String) throws -> [String] {
            let criterion = try #require(Self.catalogue.criterion(criterion))
            return try Self.lens(lens).clauses(of: criterion).map(\.number)
        }
        let header = try numbers("en-301-549-3.2.1", "table.ios.cell-header")
        #expect(header == ["11.1.3.1.1", "11.5.2.6", "11.5.2.9"])
        #expect(
            try numbers("en-301-549-4.1", "screen.android.reduced-motion").contains("11.7"))
        #expect(try numbers("section-508", "table.ios.cell-header").contains("502.3.3"))
        #expect(try numbers("raam-1.1", "table.ios.cell-header").contains("4.1"))
        #expect(try numbers("raam-1.1", "link.ios.link-name").allSatisfy { !$0.hasPrefix("4.") })
        #expect(try numbers("wcag-2.2", "table.ios.cell-header") == ["1.3.1"])
    }

    @Test func `the title of V4.1 says in which text it was read`() throws {
        let lens = try Self.lens("en-301-549-4.1")
        #expect(lens.title.contains("voted draft"))
        #expect(lens.about.contains("V4.1.1 was published on 2026-09-02 and was not read"))
    }
}
