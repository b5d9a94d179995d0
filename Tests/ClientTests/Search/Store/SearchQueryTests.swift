import Testing

@testable import Client

/// What people type, as FTS5 is asked for it.
struct SearchQueryTests {
    @Test(arguments: [
        ("collapsed", "\"collapsed\"*"),
        ("more options", "\"more\"* \"options\"*"),
        ("\"more options\" men", "\"more options\" \"men\"*"),
        ("“more options”", "\"more options\""),
        ("\"never closed", "\"never closed\""),
        ("state-open", "\"state-open\"*"),
        ("a OR b", "\"a\"* \"OR\"* \"b\"*"),
        ("- 4.1.2 *", "\"4.1.2\"*"),
        ("x\0y", "\"xy\"*"),
    ])
    func `words are fronts and quotes are phrases`(text: String, expression: String) {
        #expect(SearchQuery(text).expression == expression)
    }

    @Test(arguments: ["", " \n\t", "\"", "\"\"", "***", "--- ()", "🙂", "“”"])
    func `without a letter or digit there is nothing to look for`(text: String) {
        #expect(SearchQuery(text).expression == nil)
    }
}
