import Shared
import Testing

struct NameMapTests {
    private func refusal(_ yaml: String) -> String? {
        do throws(YAMLError) {
            _ = try NameMap(yaml: yaml, named: "names.yaml")
            return nil
        } catch { return error.description }
    }

    @Test func `names there are read with names here, in YAML and in JSON`() throws {
        let yaml = """
            screens: {Overview: Accounts}
            components:
              "Accounts/Options": Accounts/Account options
            """
        let map = try NameMap(yaml: yaml, named: "names.yaml")
        #expect(map.screens == ["Overview": "Accounts"])
        #expect(map.components == ["Accounts/Options": "Accounts/Account options"])
        let json = #"{"criteria":{"urn:rule:7":"menu.android.state-open"}}"#
        let other = try NameMap(yaml: json, named: "names.json")
        #expect(other.criteria == ["urn:rule:7": "menu.android.state-open"])
    }

    @Test(arguments: [
        ("screen: {A: B}", "unknown key"), ("screens: [A]", "a mapping is expected"),
        ("screens: {A: [B]}", "a text is expected"), ("", "the file is empty"),
        ("screens: {A: B, A: C}", "there twice"),
        (String(repeating: "[", count: 100_000), "at most 1 MiB"),
        ("screens:\n" + String(repeating: "- ", count: 400_000), "at most 1 MiB"),
        (String(repeating: " ", count: NameMap.bytesMax + 1), "at most 1 MiB"),
    ])
    func `a map that is none is told in a sentence`(yaml: String, words: String) {
        #expect(refusal(yaml)?.contains(words) == true, "\(refusal(yaml) ?? "taken")")
    }
}
