@testable import Shared
import Testing

struct MarkupReaderTests {
    /// Every start with its attributes, every end as `/`.
    private func events(_ text: String, _ limits: Limits = .standard) throws -> [String] {
        var reader = try MarkupReader(Array(text.utf8), limits: limits)
        var found: [String] = []
        while let event = try reader.next() {
            switch event {
            case .start(let tag):
                let attributes = tag.attributes.sorted { $0.key < $1.key }
                found.append(
                    "\(tag.place.line) \(tag.name)"
                        + attributes.map { " \($0.key)=\($0.value)" }.joined())
            case .end: found.append("/")
            }
        }
        return found
    }

    private func fault(_ text: String, _ limits: Limits = .standard) -> String? {
        do {
            _ = try events(text, limits)
            return nil
        } catch let error as CaptureError {
            switch error {
            case .malformed(let place, let reason):
                return "\(place.line):\(place.column): \(reason)"
            case .damaged(let reason), .tooLarge(let reason): return reason
            case .otherKind(let advice): return advice
            }
        } catch { return "\(error)" }
    }

    @Test func `starts, ends, attributes and lines`() throws {
        let text = """
            <?xml version="1.0"?>
            <!-- two
            lines --><a x='1'
              y="2">text<b/>
            <![CDATA[ <no> ]]></a>
            """
        #expect(try events(text) == ["3 a x=1 y=2", "4 b", "/", "/"])
    }

    @Test func `entities are XML's five and characters by number`() throws {
        let text = "<a b='&amp;&lt;&gt;&quot;&apos;&#233;&#x1F600;&#10;'/>"
        #expect(try events(text) == ["1 a b=&<>\"'é😀\n", "/"])
        #expect(fault("<a b='&larkfield;'/>")?.contains("&larkfield; is not one") == true)
        #expect(fault("<a b='&#;'/>")?.contains("&#; is not one") == true)
        #expect(fault("<a b='R&D'/>")?.contains("&amp;") == true)
    }

    @Test(arguments: [
        "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>",
        "<!DOCTYPE a [<!ENTITY x 'yyyyyyyyyy'><!ENTITY z '&x;&x;&x;'>]><a b='&z;'/>",
        "<a><!ENTITY x 'y'></a>",
    ])
    func `a document type is never read`(_ text: String) {
        #expect(fault(text)?.contains(": a document type is never read") == true)
    }

    @Test(arguments: [
        ("", "1:1: the file is empty"),
        ("{}", "1:1: this is no XML"),
        ("<a>\n<b>\n", "3:1: the file ends, and <b> of line 2 is still open"),
        ("<a>\n<b></a>", "2:4: </a> stands where <b> of line 2 is open"),
        ("<a/>\n<b/>", "2:1: a second element follows <a>"),
        ("<a/>\ntext", "2:1: there is text after the end of <a>"),
        ("<a\nb='1' b='2'/>", "2:12: <a> has “b” twice"),
        ("<a b='<'/>", "1:7: the value of “b” has a <"),
        ("<ä ü='ö' b='<'/>", "1:13: the value of “b” has a <"),
        ("\u{FEFF}<a b=1/>", "1:6: the value of “b” is not in quotes"),
        ("<a b/>", "1:5: “b” has no value"),
        ("<a\n\nb='1", "3:4: the value of “b” never ends"),
        ("<a b='1'c='2'/>", "1:9: <a> needs a space"),
        ("<a", "1:3: the file ends within <a>"),
        ("</a>", "1:1: </a> closes nothing"),
        ("<a><!-- </a>", "1:4: a comment that begins here never ends"),
    ])
    func `a fault is told with its line and column`(_ text: String, _ expected: String) {
        #expect(fault(text)?.hasPrefix(expected) == true, "\(fault(text) ?? "taken")")
    }

    @Test(arguments: [
        ("&#0;", "\u{FFFD}", 1), ("a\u{1}b\u{2}", "a\u{FFFD}b\u{FFFD}", 2),
        ("&#x1F;", "\u{FFFD}", 1),
        ("&#55356;&#57168;", "🍐", 0), ("&#xD83C;&#xDF50;", "🍐", 0),
        ("&#55356;", "\u{FFFD}", 1), ("&#57168;", "\u{FFFD}", 1),
        ("&#55356;&#55356;&#57168;", "\u{FFFD}🍐", 1), ("&#55356;&amp;", "\u{FFFD}&", 1),
        ("&#1114112;", "\u{FFFD}", 1), ("&#9999999999;", "\u{FFFD}", 1), ("&#9;\t", "\t ", 0),
    ])
    func `what XML forbids is read as a mark that says so, and is counted`(
        written: String, read: String, count: Int
    ) throws {
        var reader = try MarkupReader(Array("<a b=\"\(written)\"/>".utf8), limits: .standard)
        guard case .start(let tag) = try reader.next() else {
            Issue.record("no element")
            return
        }
        #expect(tag.attributes["b"] == read)
        #expect(reader.replaced == count)
    }

    @Test func `size, number, depth and attributes are bounded`() {
        var limits = Limits()
        limits.captureElementsMax = 2
        #expect(fault("<a><b/></a>", limits) == nil)
        #expect(fault("<a><b/><b/></a>", limits)?.contains("more than 2 elements") == true)
        limits = Limits()
        limits.captureDepthMax = 2
        #expect(fault("<a><b/></a>", limits) == nil)
        #expect(fault("<a><b><c/></b></a>", limits)?.contains("more than 2 deep") == true)
        limits = Limits()
        limits.captureBytesMax = 4
        #expect(fault("<a/>", limits) == nil)
        #expect(fault("<a />", limits)?.contains("5 bytes, above 4") == true)
        limits = Limits()
        limits.captureAttributesMax = 1
        #expect(fault("<a b='1' c='2'/>", limits)?.contains("too many attributes") == true)
    }

    @Test func `other encodings are told, not guessed`() {
        #expect(throws: CaptureError.self) {
            _ = try MarkupReader([0xFF, 0xFE, 0x3C, 0x00], limits: .standard)
        }
        var latin = Array("<a b='".utf8)
        latin += [0xE9]
        latin += Array("'/>".utf8)
        #expect(throws: CaptureError.self) {
            var reader = try MarkupReader(latin, limits: .standard)
            while try reader.next() != nil {}
        }
    }
}
