/// What a tool wrote down of one screen, as a tree in the order of reading.
package struct ScreenCapture: Hashable, Sendable {
    package let source: CaptureSource
    /// `ios` or `android`.
    package let platform: String
    /// The tool in words, such as `Appium, UiAutomator2`.
    package let title: String
    package let screen: String?
    /// Parents before their children, siblings in order.
    package let elements: [CapturedElement]
    package let results: [CapturedResult]
    /// What was passed over or read otherwise than it stands there; clauses.
    package let remarks: [String]
    /// For each element, the index behind its last descendant.
    private let ends: [Int]

    init(
        source: CaptureSource, platform: String, title: String, screen: String? = nil,
        elements: [CapturedElement], results: [CapturedResult] = [], remarks: [String] = []
    ) {
        self.source = source
        self.platform = platform
        self.title = title
        self.screen = screen
        self.elements = elements
        self.results = results
        self.remarks = remarks
        var ends = Array(1...elements.count + 1)
        for index in elements.indices.reversed() {
            guard let parent = elements[index].parent else { continue }
            ends[parent] = max(ends[parent], ends[index])
        }
        self.ends = ends
    }

    package func descendants(of element: Int) -> Range<Int> { element + 1..<ends[element] }

    package func children(of element: Int) -> [Int] {
        descendants(of: element).filter { elements[$0].parent == element }
    }
}

/// The tools whose captures are read.
package enum CaptureSource: String, CaseIterable, Sendable {
    case uiautomator, appium, atf

    /// The tool that a suggestion's last word names; nil when it came from no capture.
    package static func wrote(_ suggestion: String) -> CaptureSource? {
        suggestion.split(separator: " ").last.flatMap { CaptureSource(rawValue: String($0)) }
    }
}

/// One element of a screen; nil where the tool does not say.
package struct CapturedElement: Hashable, Sendable {
    /// The line of its file, from 1; nil where that has no lines.
    package var line: Int?
    /// The index of what it lies in; nil at the top.
    package var parent: Int?
    /// The class or type, such as `android.widget.Button`.
    package var type = ""
    /// The class itself, where the capture tells it beside the one that a screen reader is told.
    package var className = ""
    /// The text it shows, or Apple's label.
    package var label = ""
    /// Android's content description.
    package var description = ""
    /// Apple's value; a text field's is never taken.
    package var value = ""
    /// The resource id or accessibility identifier, whole.
    package var identifier = ""
    package var isEnabled, isSelected: Bool?
    /// Whether it is ticked; nil for what cannot be.
    package var isChecked: Bool?
    /// Whether a tap does something; long taps and ticking count.
    package var isClickable: Bool?
    /// Whether a keyboard or a screen reader can stop on it.
    package var isFocusable: Bool?
    /// False for what is there but cannot be seen.
    package var isVisible = true
    /// Apple's traits in lower case; nil unless the capture was told to write them.
    package var traits: Set<String>?

    /// What it is called by itself; empty when only its children have words.
    package var ownName: String { (description.isBlank ? label : description).collapsed }

    /// The last part of the identifier: `overflow` of `com.example:id/overflow`.
    package var localIdentifier: String {
        identifier.split(separator: "/").last.map(String.init) ?? identifier
    }
}

/// What a tool's own check said of one element.
package struct CapturedResult: Hashable, Sendable {
    package let element: Int
    package let check: String
    package let outcome: Outcome
}

extension String {
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    /// Runs of white space as one space, none at the ends.
    var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
