import Foundation
import Shared
import Testing

/// Files with one thing wrong, each with what the check has to say: file, line, key, what to do.
struct BrokenCatalogueTests {
    private static let folder = Fixture.root.appending(
        path: "Tests/SharedTests/Fixtures/broken-catalogue")

    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

    @Test(arguments: names)
    func `what is wrong is told with file, line and key, and no audit can pin it`(
        name: String
    ) throws {
        let content = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
        // One of them is no UTF-8, but for its first line.
        let first = String(decoding: content.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let expected = try #require(first.split(separator: "# expect: ").first)
        let files = try CatalogueFiles([CatalogueFiles.File(path: name, content: content)])
        let told = CatalogueLoader.check(files).map(\.description)
        #expect(told.contains { $0.contains(expected) }, "\(told)")
        #expect(throws: CatalogueError.self) { try CatalogueLoader.load(files, isNew: true) }
    }

    @Test func `there are many kinds`() { #expect(Self.names.count >= 30) }

    @Test func `the catalogue of RAAM is sound, and is read without a line of Swift`() throws {
        let folder = Fixture.root.appending(path: "config/raam")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
            CatalogueFiles.File(
                path: name, content: [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
        let catalogue = try CatalogueLoader.load(try CatalogueFiles(files), isNew: true)
        for platform in try #require(catalogue.control("screen")).platforms {
            #expect(platform.criteria.count == 108)
            #expect(platform.criteria.allSatisfy { $0.shortID.hasPrefix("raam:") })
        }
        #expect(catalogue.criterion("screen.ios.raam:1.1") != nil)
    }
}
