import Foundation
import Shared
import Testing

/// The schema by which editors check a control's file, held against what is read.
struct CatalogueSchemaTests {
    private static let definitions: [(definition: String, key: String)] = [
        ("part", "parts[0]"), ("shared", "shared"), ("state", "shared.states[0]"),
        ("criterion", "shared.criteria[0]"), ("hint", "shared.hints[0]"),
        ("help", "shared.help[0]"), ("platform", "platforms.ios"),
        ("announcement", "platforms.ios.announcements[0]"),
    ]

    /// A key that nothing has, in each entry.
    private static let misspelt = """
        format: accord-catalogue/2
        zzz: 1
        parts: [{zzz: 1}]
        shared:
          zzz: 1
          states: [{zzz: 1}]
          criteria: [{zzz: 1}]
          hints: [{zzz: 1}]
          help: [{zzz: 1}]
        platforms:
          ios:
            zzz: 1
            announcements: [{zzz: 1}]

        """

    @Test func `it has the keys that are read, entry by entry, and no other`() throws {
        let url = Fixture.root.appending(path: "docs/catalogue.schema.json")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        let files = try KnobFiles.files(["a.yaml": Self.misspelt])
        let told = CatalogueLoader.check(files).map(\.description)
        func known(_ key: String) throws -> [String] {
            let line = try #require(
                told.first { $0.contains(": \(key): unknown key; known are ") }, "\(key): \(told)")
            let list = try #require(line.components(separatedBy: "known are ").last)
            return list.components(separatedBy: ", ")
        }
        func keys(_ definition: [String: Any]?) throws -> [String] {
            try #require(definition?["properties"] as? [String: Any]).keys.sorted()
        }
        #expect(try keys(schema) == known("zzz"))
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        for (name, key) in Self.definitions {
            #expect(try keys(definitions[name]) == known("\(key).zzz"), "\(name)")
        }
    }
}
