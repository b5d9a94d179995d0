/// What looking at all of a capture tells of each element: its name, whether it can be tapped.
package struct CaptureAnalysis: Sendable {
    package let capture: ScreenCapture
    private let targets: [Bool]
    private let named: [Bool]
    private let namelessWithin: [Int]
    /// How its controls are known, in the order in which that is tried.
    let rules: [CaptureRule]
    /// The controls that an opener opens.
    let opened: Set<String>
    private let grabbers: Set<String>
    /// By a grabber's name, what has one directly in it.
    let grabberParents: [String: Set<Int>]

    /// Looks at each element once, children before their parents.
    ///
    /// - Parameter catalogue: Says how its controls are known.
    package init(_ capture: ScreenCapture, by catalogue: Catalogue) {
        self.capture = capture
        rules = catalogue.captureRules.filter { $0.platform == capture.platform }
        opened = Set(rules.filter { $0.part == .opener }.map(\.control))
        let grabbers = Set(rules.flatMap(\.grabbers))
        self.grabbers = grabbers
        let elements = capture.elements
        let targets = elements.map { Self.isTarget($0, on: capture.platform) }
        var named = elements.map { !$0.ownName.isEmpty }
        var nameless = elements.map { _ in 0 }
        for index in elements.indices.reversed() {
            guard let parent = elements[index].parent else { continue }
            // A target within another is a stop of its own, and speaks for itself alone.
            if named[index], !targets[index] { named[parent] = true }
            let isNameless = targets[index] && !named[index] && elements[index].isVisible
            nameless[parent] += nameless[index] + (isNameless ? 1 : 0)
        }
        self.targets = targets
        self.named = named
        namelessWithin = nameless
        grabberParents = elements.reduce(into: [:]) { parents, element in
            let name = element.ownName.lowercased()
            guard grabbers.contains(name), let parent = element.parent else { return }
            parents[name, default: []].insert(parent)
        }
    }

    /// Whether it is what the systems draw a sheet up and down by.
    func isGrabber(_ element: CapturedElement) -> Bool {
        grabbers.contains(element.ownName.lowercased())
    }

    /// Whether a tap on an element does something; on iOS its type tells.
    package func isTarget(_ element: Int) -> Bool { targets[element] }
    /// Whether it, or what it is grouped of, has words.
    package func isNamed(_ element: Int) -> Bool { named[element] }
    package func holdsNamelessTarget(_ element: Int) -> Bool { namelessWithin[element] > 0 }

    /// What a screen reader would call an element: its own name, else its pieces in order.
    package func spokenName(_ element: Int, bytesMax: Int) -> String {
        let own = capture.elements[element].ownName
        guard own.isEmpty else { return own.cut(bytesMax) }
        var pieces: [String] = []
        var bytes = 0
        var index = element + 1
        let end = capture.descendants(of: element).upperBound
        while index < end, bytes <= bytesMax {
            let name = capture.elements[index].ownName
            if name.isEmpty, !targets[index] {
                index += 1
                continue
            }
            if !targets[index] {
                pieces.append(name)
                bytes += name.utf8.count + 2
            }
            // An element with a name of its own hides those of what lies in it.
            index = capture.descendants(of: index).upperBound
        }
        return pieces.joined(separator: ", ").cut(bytesMax)
    }

    /// The first words in an element that satisfy a condition, its own included.
    func firstName(in element: Int, where fits: (CapturedElement) -> Bool) -> String? {
        capture.elements[element..<capture.descendants(of: element).upperBound]
            .first { !$0.ownName.isEmpty && fits($0) }?.ownName
    }

    private static func isTarget(_ element: CapturedElement, on platform: String) -> Bool {
        guard platform == "ios" else { return element.isClickable == true }
        return appleTargets.contains(element.type)
            || element.traits.map { !$0.isDisjoint(with: ["button", "link"]) } == true
    }

    private static let appleTargets: Set<String> = Set(
        [
            "Button", "Cell", "CheckBox", "ComboBox", "DisclosureTriangle", "Link", "MenuButton",
            "MenuItem", "PopUpButton", "RadioButton", "SearchField", "SecureTextField",
            "SegmentedControl", "Slider", "Stepper", "Switch", "Tab", "TextField", "Toggle",
        ].map { "XCUIElementType" + $0 })
}

extension String {
    /// At most so many bytes, on a character's border, with an ellipsis where something is missing.
    package func cut(_ bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        var bytes = "…".utf8.count
        return String(
            prefix { character in
                bytes += character.utf8.count
                return bytes <= bytesMax
            }) + "…"
    }
}
