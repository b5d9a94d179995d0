import Foundation
import Presentation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct BytesXMLTests {
    @Test func `any text is read back, and what XML cannot hold is seen`() throws {
        let numbers: [UInt32] = (0...0x10FFFF).filter { (number: UInt32) -> Bool in
            number < 0x300 || number & 0xFFFF >= 0xFFF0 || number % 997 == 0
        }
        let scalars: [Unicode.Scalar] = numbers.compactMap { Unicode.Scalar($0) }
        var bytes: [UInt8] = []
        bytes.append("<a b=\"", xml: "\"<>&'é")
        bytes.append("\">", xml: String(String.UnicodeScalarView(scalars)))
        bytes.append(literal: "</a>")
        let reader = TextReader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.attribute == "\"<>&'é")
        let read = Array(reader.text.unicodeScalars)
        try #require(read.count == scalars.count)
        for (was, shown) in zip(scalars, read) where was != shown {
            let picture = was.value < 0x20 ? 0x2400 + was.value : 0xFFFD
            #expect(shown.value == picture)
            #expect(was.value < 0x20 || was.value == 0xFFFE || was.value == 0xFFFF)
        }
    }

    @Test func `a part of an address has letters, digits and four signs alone`() {
        #expect("a/b c.é%~_-".percentEncoded == "a%2Fb%20c.%C3%A9%25~_-")
        #expect("{\u{301}".percentEncoded == "%7B%CC%81")
    }
}

private final class TextReader: NSObject, XMLParserDelegate {
    private(set) var text = ""
    private(set) var attribute: String?

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        attribute = attributes["b"]
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { self.text += text }
}
