import SwiftProtobuf

/// Reads the results of Android's Accessibility Test Framework, in any of protobuf's three forms.
package enum FrameworkReader {
    /// Reads a whole evaluation: the hierarchy of views and what the checks said of them.
    package static func read(
        _ bytes: [UInt8], limits: Limits = .standard
    ) throws(CaptureError) -> ScreenCapture {
        guard bytes.count <= limits.captureBytesMax else {
            throw .tooLarge(reason: "it has \(bytes.count) bytes, above \(limits.captureBytesMax)")
        }
        let evaluation = try evaluation(bytes, limits)
        let views = evaluation.hierarchy.windows.flatMap { window in
            window.views.map { (window: Int64(window.id), view: $0) }
        }
        guard !views.isEmpty else {
            if let refusal = ForeignFile.refusal(of: bytes) { throw refusal }
            throw .damaged(
                reason: "it has no hierarchy of views, so nothing tells what its results are about")
        }
        guard views.count <= limits.captureElementsMax,
            evaluation.results.count <= limits.captureElementsMax
        else { throw tooMany(limits) }
        return try capture(of: evaluation, views, limits)
    }

    private static func tooMany(_ limits: Limits) -> CaptureError {
        .tooLarge(reason: "it has more than \(limits.captureElementsMax) views or results")
    }

    // MARK: Forms

    private static func evaluation(
        _ bytes: [UInt8], _ limits: Limits
    ) throws(CaptureError) -> FrameworkEvaluation {
        guard let text = text(of: bytes) else { return try binary(bytes, limits) }
        let isJSON = text.first { !$0.isWhitespace } == "{"
        if text.drop(while: \.isWhitespace).first == "<" {
            throw .otherKind(
                advice: "it is XML: use accord import uiautomator or accord import appium")
        }
        // Each message has a brace; what they all hold was bounded by the file's size.
        let braces = bytes.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "<") }
        guard braces <= limits.captureElementsMax * 8 else { throw tooMany(limits) }
        do {
            if isJSON {
                var options = JSONDecodingOptions()
                options.ignoreUnknownFields = true
                return try FrameworkEvaluation(jsonString: text, options: options)
            }
            var options = TextFormatDecodingOptions()
            options.ignoreUnknownFields = true
            options.ignoreUnknownExtensionFields = true
            return try FrameworkEvaluation(textFormatString: text, options: options)
        } catch {
            if let refusal = ForeignFile.refusal(of: bytes) { throw refusal }
            let form = isJSON ? "JSON" : "protobuf’s text format"
            throw .damaged(reason: "it is no evaluation in \(form), or was cut off")
        }
    }

    /// The text, nil for what holds bytes that no text has: every view's number is such a byte.
    private static func text(of bytes: [UInt8]) -> String? {
        let isText = bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        return isText ? String(validating: bytes, as: UTF8.self) : nil
    }

    private static func binary(
        _ bytes: [UInt8], _ limits: Limits
    ) throws(CaptureError) -> FrameworkEvaluation {
        // An empty message takes two bytes in a file and a hundred in memory: count them first.
        let damaged = CaptureError.damaged(
            reason: "it is no evaluation of the Accessibility Test Framework, or was cut off")
        for path in [[1, 2, 4], [1, 2], [2]] as [[UInt64]] {
            guard let count = MessageCount.of(path: path, in: bytes) else { throw damaged }
            guard count <= limits.captureElementsMax else { throw tooMany(limits) }
        }
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        do { return try FrameworkEvaluation(serializedBytes: bytes, options: options) } catch {
            throw damaged
        }
    }

    // MARK: The tree

    /// Views in the order of reading, each behind its parent.
    private static func capture(
        of evaluation: FrameworkEvaluation, _ views: [(window: Int64, view: FrameworkView)],
        _ limits: Limits
    ) throws(CaptureError) -> ScreenCapture {
        var children: [Int64: [Int]] = [:]
        var known: Set<Int64> = []
        for (index, entry) in views.enumerated() {
            let id = condensed(entry.window, entry.view.id)
            guard entry.view.id >= 0 else { throw .damaged(reason: "a view has no number") }
            guard known.insert(id).inserted
            else { throw .damaged(reason: "two of its views have the number \(entry.view.id)") }
            let parent = entry.view.parentID
            children[parent >= 0 ? condensed(entry.window, parent) : -1, default: []].append(index)
        }
        var elements: [CapturedElement] = []
        var places: [Int64: Int] = [:]
        var open = (children[-1] ?? []).reversed().map { (view: $0, parent: Int?.none, depth: 1) }
        while let next = open.popLast() {
            guard next.depth <= limits.captureDepthMax else {
                throw .tooLarge(reason: "its views are more than \(limits.captureDepthMax) deep")
            }
            let (window, view) = views[next.view]
            let id = condensed(window, view.id)
            places[id] = elements.count
            for child in (children[id] ?? []).reversed() {
                open.append((child, elements.count, next.depth + 1))
            }
            elements.append(element(view, in: next.parent))
        }
        guard elements.count == views.count
        else { throw .damaged(reason: "some of its views lie in views that are not there") }
        return ScreenCapture(
            source: .atf, platform: "android", title: "Accessibility Test Framework, Android",
            elements: elements, results: evaluation.results.compactMap { result($0, at: places) })
    }

    /// As results name a view: the window's number before its own.
    private static func condensed(_ window: Int64, _ view: Int32) -> Int64 {
        window << 32 | Int64(view)
    }

    private static func element(_ view: FrameworkView, in parent: Int?) -> CapturedElement {
        var element = CapturedElement()
        element.parent = parent
        element.className = view.className
        element.type =
            view.accessibilityClassName.isEmpty ? view.className : view.accessibilityClassName
        element.identifier = view.resourceName
        element.description = view.contentDescription.text
        // What somebody typed is nobody's name.
        if !view.editable { element.label = view.text.text }
        element.isVisible = !view.hasVisibleToUser || view.visibleToUser
        if view.hasEnabled { element.isEnabled = view.enabled }
        if view.checkable { element.isChecked = view.checked }
        if view.hasClickable || view.hasLongClickable {
            element.isClickable = view.clickable || view.longClickable
        }
        if view.hasFocusable { element.isFocusable = view.focusable }
        return element
    }

    /// What a check found wrong, or may have; what it only remarked, or left out, says nothing.
    private static func result(
        _ result: FrameworkCheckResult, at places: [Int64: Int]
    ) -> CapturedResult? {
        let outcome: Outcome
        switch result.resultType {
        case .error: outcome = .failed
        case .warning: outcome = .cantTell
        case .unknown, .info, .notRun, .suppressed, .resolved: return nil
        }
        let name = result.sourceCheckClass.split { $0 == "." || $0 == "$" }.last.map(String.init)
        guard let name, let element = places[result.hierarchySourceID] else { return nil }
        return CapturedResult(element: element, check: name, outcome: outcome)
    }
}
