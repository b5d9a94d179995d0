import Shared
import TestSupport
import Testing

/// A few lines of aliases stand for more than a computer can hold, and no file may have any.
struct YAMLNodeTests {
    private enum Setting: String, CaseIterable { case home }

    private static let refusal = "write it out: this version reads no anchors (&) and aliases (*)"

    /// Ten times as many nodes a level.
    private static let levels =
        (0..<12).map { level in
            let below = Array(repeating: level == 0 ? "x" : "*a\(level - 1)", count: 10)
            return "a\(level): &a\(level) [\(below.joined(separator: ", "))]\n"
        }.joined()

    @Test(arguments: [
        levels, levels + "home: *a11\n", levels + "? *a11\n: x\n? [*a11]\n: y\n",
        "{? &a [x, x] : 1, ? [*a,*a,*a,*a,*a,*a,*a,*a] : 2}", "home: &a x\n", "&a home: x\n",
        "- &a x\n- *a\n",
        "home: &a {<<: *a}\n", "&a {home: x}\n",
    ])
    func `a settings file with an anchor is refused before an alias is followed`(
        yaml: String
    ) throws {
        let clock = ContinuousClock()
        let time = clock.measure {
            let error = #expect(throws: SettingsError.self) { try Self.read(yaml) }
            let told = error.map { "\($0)" } ?? ""
            #expect(told.contains("settings.yaml:") && told.contains(Self.refusal), "\(told)")
        }
        #expect(time < Patience.second)
    }

    @Test func `code and quoted texts may have such signs, however often`() throws {
        let line = "  call(&value, *args) // &args, *value, **value *args;\n"
        let lines = Array(repeating: line, count: 20)
        try Self.read("home: |\n" + lines.joined())
        try Self.read("home: \"*star* & &co\"\n")
        try Self.read("home: a * b & c\n")
    }

    private static func read(_ yaml: String) throws {
        _ = try SettingsReader<Setting>(
            prefix: "TEST_", options: [:], environment: [:], file: ("settings.yaml", yaml))
    }
}
