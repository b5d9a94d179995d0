/// Files that are taken for captures and are none, each known by words of its own.
enum ForeignFile {
    /// What the file is and what to do instead; nil where nothing in it is known.
    static func refusal(of bytes: [UInt8]) -> CaptureError? {
        let text = bytes.prefix(bytesMax)
        func has(_ words: StaticString...) -> Bool {
            words.contains { text.position(of: $0) != nil }
        }
        if has("null root node returned by UiTestAutomationBridge") {
            return .damaged(
                reason: "uiautomator found no window to write down (“null root node”), and says so "
                    + "in its place. Unlock the device, bring the app to the front, and dump again")
        }
        if has("could not get idle state") {
            return .damaged(
                reason: "uiautomator says that the screen never came to rest. Stop what moves on "
                    + "it, such as a video, or use Appium, and dump again")
        }
        let isJSON = bytes.first { !isBlank($0) }.map { "{[\"".utf8.contains($0) } ?? false
        if isJSON, has("<?xml", "<hierarchy", "<AppiumAUT", "<XCUIElementType") {
            return .otherKind(
                advice: "it is a page source inside JSON. Write its text alone to a file, such as "
                    + "with jq -r .value, and import that")
        }
        if isJSON, has("\"rawIdentifier\"", "\"isVisible\"", "XCUIElementType") {
            return .otherKind(
                advice: "it is a page source as a tree in JSON. Have Appium write it as XML, as it "
                    + "does unless told otherwise, and import that")
        }
        let report =
            if has("wcag-em", "WCAG-EM", "wcagem", "WCAGEM", "\"evaluationScope\"") {
                "a report of WCAG-EM"
            } else if has("http://www.w3.org/ns/earl#", "earl:Assertion") {
                "a report in EARL"
            } else {
                has("\"axe-core\"") || has("\"violations\"") && has("\"passes\"")
                    ? "a report of axe" : ""
            }
        guard !report.isEmpty else { return nil }
        return .otherKind(
            advice: "it is \(report), which says what somebody found, and no capture of a screen. "
                + "Findings come in with accord import earl, wcag-em, ndjson or csv")
    }

    /// Where the XML begins behind what a tool printed before it; nil for a file without any.
    ///
    /// Zero where the file begins with it.
    static func beginningOfXML(in bytes: [UInt8]) -> Int? {
        let visible = bytes.first { !isBlank($0) }
        if visible == UInt8(ascii: "<") { return 0 }
        guard let visible, !"{[\"".utf8.contains(visible) else { return nil }
        // A linker's warnings are some lines; what has a control character is no text at all.
        let start = ["<?xml", "<hierarchy", "<displays", "<AppiumAUT"].compactMap {
            bytes.prefix(bytesMax).position(of: $0)
        }.min()
        guard let start, bytes[..<start].allSatisfy({ $0 >= 0x20 || isBlank($0) })
        else { return nil }
        return start
    }

    /// Within so many bytes a file tells what it is.
    private static let bytesMax = 256 * 1024

    /// White space, or a byte of the mark that says UTF-8.
    private static func isBlank(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func position(of words: StaticString) -> Int? {
        words.withUTF8Buffer { words in
            guard let first = words.first, count >= words.count else { return nil }
            return (startIndex...endIndex - words.count).first {
                self[$0] == first && self[$0..<$0 + words.count].elementsEqual(words)
            }
        }
    }
}
