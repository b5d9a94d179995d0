/// The windows of `uiautomator dump --windows`, of which those of apps are read.
///
/// It writes what is on top first. Here what lies below comes first, so that an open menu changes
/// the numbers of nothing on its page.
struct CapturedWindows {
    private struct Window {
        /// The index of its first element.
        let first: Int
        let display: Int
        let layer: Int
    }

    private var windows: [Window] = []
    private var displays = 0
    /// The types of windows that are no app's, such as `TYPE_SYSTEM`.
    private(set) var leftOut: [String] = []
    private(set) var packages: Set<String> = []
    /// Whether what comes now lies in a window that is no app's.
    private(set) var isLeavingOut = false

    /// Whether a tag is around elements and none itself.
    static func isWrapper(_ tag: MarkupTag) -> Bool {
        switch tag.depth {
        case 1: tag.name == "display"
        case 2: tag.name == "window"
        case 3: tag.name == "hierarchy"
        default: false  // open set: depths
        }
    }

    mutating func begin(_ tag: MarkupTag, at first: Int) {
        switch tag.name {
        case "display":
            displays += 1
            isLeavingOut = false
        case "window":
            // What does not say its type may be anything, and is the tester's to judge.
            let type = tag.attributes["type"] ?? ""
            isLeavingOut = !["", "TYPE_APPLICATION"].contains(type)
            if isLeavingOut {
                leftOut.append(type)
            } else {
                let layer = tag.attributes["layer"].flatMap { Int($0) } ?? 0
                windows.append(Window(first: first, display: displays, layer: layer))
            }
        default: break  // open set: the names of tags
        }
    }

    mutating func note(_ tag: MarkupTag) {
        if let package = tag.attributes["package"], !package.isEmpty { packages.insert(package) }
    }

    /// The same elements, those of lower windows first.
    func ordered(_ elements: [CapturedElement]) -> [CapturedElement] {
        let order = windows.indices.sorted {
            let left = windows[$0]
            let right = windows[$1]
            return (left.display, left.layer, $0) < (right.display, right.layer, $1)
        }
        guard windows.count > 1, order != Array(windows.indices) else { return elements }
        var ordered: [CapturedElement] = []
        ordered.reserveCapacity(elements.count)
        for index in order {
            let first = windows[index].first
            let end = index + 1 < windows.count ? windows[index + 1].first : elements.count
            let moved = ordered.count - first
            for var element in elements[first..<end] {
                element.parent = element.parent.map { $0 + moved }
                ordered.append(element)
            }
        }
        return ordered
    }

    /// What a person has to know of them.
    var remarks: [String] {
        var remarks: [String] = []
        if !leftOut.isEmpty {
            let types = Set(leftOut.map { $0.onOneLine.cut(40) }).sorted().prefix(5)
            remarks.append(
                "\(counted(leftOut.count, "window")) that "
                    + "\(leftOut.count == 1 ? "is" : "are") no app’s left out "
                    + "(\(types.joined(separator: ", ")))")
        }
        if packages.count > 1 {
            let names = packages.map { $0.onOneLine.cut(100) }.sorted().prefix(5)
            remarks.append(
                "windows of \(packages.count) apps are read as one screen: "
                    + names.joined(separator: ", "))
        }
        return remarks
    }
}
