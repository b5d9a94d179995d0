/// Reads the XML in which tools write down a screen: one pass, no element twice in memory.
package struct PageReader {
    private let source: CaptureSource
    private var dialect: PageDialect?
    private var elements: [CapturedElement] = []
    /// The elements that are open; nil for a wrapper that is no element of the screen.
    private var open: [Int?] = []
    /// Nil of a dump without the option for windows.
    private var windows: CapturedWindows?

    private init(source: CaptureSource) { self.source = source }

    /// Reads a whole file, or says at which place it stops being one of the named tool.
    package static func read(
        _ bytes: [UInt8], from source: CaptureSource, limits: Limits = .standard
    ) throws(CaptureError) -> ScreenCapture {
        var reader = Self(source: source)
        var remarks: [String] = []
        let start = ForeignFile.beginningOfXML(in: bytes)
        if start == nil {
            if let refusal = ForeignFile.refusal(of: bytes) { throw refusal }
            if let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                throw .otherKind(
                    advice: "it is JSON, and this is written in XML. Results of Android’s "
                        + "Accessibility Test Framework: accord import atf")
            }
        } else if start != 0 {
            remarks.append("what was printed before the XML was passed over")
        }
        var markup = try MarkupReader(bytes, from: start ?? 0, limits: limits)
        do throws(CaptureError) {
            while let event = try markup.next() {
                switch event {
                case .start(let tag): try reader.begin(tag)
                case .end: _ = reader.open.popLast()
                }
            }
        } catch {
            guard reader.elements.isEmpty, let known = ForeignFile.refusal(of: bytes)
            else { throw error }
            throw known
        }
        if markup.replaced > 0 {
            let count = counted(markup.replaced, "character")
            remarks.append("\(count) that XML forbids read as “\u{FFFD}”")
        }
        return try reader.capture(remarks)
    }

    private mutating func begin(_ tag: MarkupTag) throws(CaptureError) {
        guard tag.depth > 0 || !["hierarchy", "AppiumAUT", "displays"].contains(tag.name) else {
            if tag.name == "displays" { windows = CapturedWindows() }
            open.append(nil)
            return
        }
        if windows != nil {
            let isWrapper = CapturedWindows.isWrapper(tag)
            if isWrapper { windows?.begin(tag, at: elements.count) }
            guard !isWrapper, windows?.isLeavingOut == false else {
                open.append(nil)
                return
            }
            windows?.note(tag)
        }
        let dialect = try dialect(of: tag)
        var element = try dialect.element(tag)
        element.line = tag.place.line
        element.parent = open.last ?? nil
        open.append(elements.count)
        elements.append(element)
    }

    /// The first element tells who wrote all of them.
    private mutating func dialect(of tag: MarkupTag) throws(CaptureError) -> PageDialect {
        if let dialect { return dialect }
        if tag.name.hasPrefix("XCUIElementType"), tag.attributes["elementType"] != nil {
            throw .otherKind(
                advice: "it is Appium’s page source of a macOS app (Mac2), which is not read: only "
                    + "those of iOS and Android apps are")
        }
        guard let found = PageDialect.of(tag, within: !open.isEmpty) else {
            throw .malformed(
                at: tag.place,
                reason: "<\(tag.name)> is no element of a screen: neither Android’s nor Apple’s")
        }
        guard found.source == source else { throw .otherKind(advice: found.advice) }
        dialect = found
        return found
    }

    private func capture(_ remarks: [String]) throws(CaptureError) -> ScreenCapture {
        guard let dialect else {
            throw .damaged(
                reason: windows?.leftOut.isEmpty == false
                    ? "none of its windows is an app’s. Bring the app to the front, and dump again"
                    : "it has no element of a screen")
        }
        let elements = windows?.ordered(elements) ?? elements
        return ScreenCapture(
            source: source, platform: dialect.platform, title: dialect.title,
            screen: dialect.screen(elements), elements: elements,
            remarks: remarks + (windows?.remarks ?? []))
    }
}

/// A form of XML that a tool writes.
struct PageDialect: Equatable {
    let source: CaptureSource
    let platform: String
    let title: String
    let advice: String

    /// Every element is a `node`.
    private static let dump = PageDialect(
        source: .uiautomator, platform: "android", title: "uiautomator dump, Android",
        advice: "it is a dump of uiautomator: use accord import uiautomator")
    /// Elements have their classes' names.
    private static let android = PageDialect(
        source: .appium, platform: "android", title: "Appium page source, Android (UiAutomator2)",
        advice: "it is Appium’s page source of an Android app: use accord import appium")
    private static let apple = PageDialect(
        source: .appium, platform: "ios", title: "Appium page source, iOS (XCUITest)",
        advice: "it is Appium’s page source of an iOS app: use accord import appium")

    /// The form that has such an element; nil when none has.
    static func of(_ tag: MarkupTag, within wrapper: Bool) -> PageDialect? {
        if tag.name.hasPrefix("XCUIElementType") { return .apple }
        guard wrapper else { return nil }
        if tag.name == "node" { return .dump }
        return tag.attributes["class"] == nil ? nil : .android
    }

    func element(_ tag: MarkupTag) throws(CaptureError) -> CapturedElement {
        try self == .apple ? Self.appleElement(tag) : Self.androidElement(tag)
    }

    /// The screen's name; only Apple's navigation bar has one, and only where there is one bar.
    func screen(_ elements: [CapturedElement]) -> String? {
        guard self == .apple else { return nil }
        let bars = elements.filter { $0.isVisible && $0.type == "XCUIElementTypeNavigationBar" }
        guard bars.count == 1, let bar = bars.first else { return nil }
        let name = bar.ownName.isEmpty ? bar.identifier.collapsed : bar.ownName
        return name.isEmpty ? nil : name
    }

    private static func androidElement(_ tag: MarkupTag) throws(CaptureError) -> CapturedElement {
        var element = CapturedElement()
        element.type = tag.attributes["class"] ?? tag.name
        // What somebody typed in secret is nobody's name.
        if try tag.flag("password") != true { element.label = tag.attributes["text"] ?? "" }
        element.description = tag.attributes["content-desc"] ?? ""
        element.identifier = tag.attributes["resource-id"] ?? ""
        element.isEnabled = try tag.flag("enabled")
        element.isSelected = try tag.flag("selected")
        if try tag.flag("checkable") == true { element.isChecked = try tag.flag("checked") }
        let taps = [try tag.flag("clickable"), try tag.flag("long-clickable")].compactMap(\.self)
        element.isClickable = taps.isEmpty ? nil : taps.contains(true)
        element.isFocusable = try tag.flag("focusable")
        let isVisible = [try tag.flag("displayed"), try tag.flag("visible-to-user")]
        element.isVisible = isVisible.compactMap(\.self).first ?? true
        return element
    }

    private static let withSecrets = [
        "XCUIElementTypeSecureTextField", "XCUIElementTypeTextField", "XCUIElementTypeSearchField",
        "XCUIElementTypeTextView",
    ]
    private static let ticked = [
        "XCUIElementTypeSwitch", "XCUIElementTypeToggle", "XCUIElementTypeCheckBox",
        "XCUIElementTypeRadioButton",
    ]

    private static func appleElement(_ tag: MarkupTag) throws(CaptureError) -> CapturedElement {
        var element = CapturedElement()
        element.type = tag.attributes["type"] ?? tag.name
        element.label = tag.attributes["label"] ?? ""
        element.identifier = tag.attributes["name"] ?? ""
        if !withSecrets.contains(element.type) { element.value = tag.attributes["value"] ?? "" }
        element.isEnabled = try tag.flag("enabled")
        element.isSelected = try tag.flag("selected")
        if ticked.contains(element.type) { element.isChecked = element.value == "1" }
        element.isFocusable = try tag.flag("accessible")
        element.isVisible = try tag.flag("visible") ?? true
        element.traits = tag.attributes["traits"].map { list in
            Set(list.lowercased().split(separator: ",").map { String($0).collapsed })
        }
        if element.traits?.contains("selected") == true { element.isSelected = true }
        return element
    }
}

extension MarkupTag {
    /// An attribute that is true or false; nil when it is not there.
    fileprivate func flag(_ name: String) throws(CaptureError) -> Bool? {
        switch attributes[name] {
        case nil, "": return nil
        case "true", "1": return true
        case "false", "0": return false
        case let other?:
            throw .malformed(
                at: place, reason: "“\(name)” is “\(other.prefix(40))”, neither true nor false")
        }
    }
}
