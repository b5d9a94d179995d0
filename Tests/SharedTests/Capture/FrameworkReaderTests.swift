@testable import Shared
import SwiftProtobuf
import TestSupport
import Testing

struct FrameworkReaderTests {
    private static let catalogue = CatalogueLoader.embedded()

    private func fault(_ bytes: [UInt8], limits: Limits = .standard) -> CaptureError? {
        do throws(CaptureError) {
            _ = try FrameworkReader.read(bytes, limits: limits)
            return nil
        } catch { return error }
    }

    private func reason(_ bytes: [UInt8], limits: Limits = .standard) -> String {
        switch fault(bytes, limits: limits) {
        case .damaged(let reason), .tooLarge(let reason), .malformed(_, let reason): reason
        case .otherKind(let advice): advice
        case nil: "it was taken"
        }
    }

    @Test func `views become elements in the order of reading, with what checks said`() throws {
        let capture = try FrameworkReader.read(Evaluation.sample.serializedBytes())
        #expect(
            capture.elements.map(\.type) == [
                "android.widget.FrameLayout", "android.widget.ImageView",
                "androidx.recyclerview.widget.RecyclerView", "android.view.ViewGroup",
                "android.widget.TextView",
            ])
        #expect(capture.elements.map(\.parent) == [nil, 0, 0, 2, 3])
        #expect(capture.elements[1].isClickable == true)
        #expect(capture.elements[1].isFocusable == nil)
        #expect(
            capture.results == [
                CapturedResult(element: 1, check: "SpeakableTextPresentCheck", outcome: .failed),
                CapturedResult(element: 3, check: "UnexposedTextCheck", outcome: .cantTell),
            ])
    }

    @Test func `binary, JSON and text say the same`() throws {
        let binary = try FrameworkReader.read(Evaluation.sample.serializedBytes())
        let json = Array(try Evaluation.sample.jsonString().utf8)
        #expect(try FrameworkReader.read(json) == binary)
        let text = Array(Evaluation.sample.textFormatString().utf8)
        #expect(try FrameworkReader.read(text) == binary)
    }

    @Test func `results become suggestions where a criterion is about the same`() throws {
        let capture = try FrameworkReader.read(Evaluation.sample.serializedBytes())
        let survey = CaptureAnalysis(capture, by: CatalogueLoader.embedded())
        let sightings = survey.sightings()
        #expect(sightings.map(\.label) == ["overflow", "Rent"])
        let control = try #require(Self.catalogue.control("table-row"))
        let platform = try #require(control.platform("android"))
        let state = try #require(survey.state(of: sightings[1], on: platform))
        let found = survey.suggestions(
            for: sightings[1], among: platform.criteria(in: state),
            results: capture.results.filter { $0.element == sightings[1].element })
        #expect(
            found.map { $0.text(from: .atf) } == [
                "cantTell unexposed-text atf", "cantTell missing-role atf",
            ])
        #expect(found.map(\.criterion).first == "table-row.android.label-in-name")
    }

    @Test func `a class that is spoken otherwise is known by either`() throws {
        var evaluation = Evaluation.sample
        evaluation.hierarchy.windows[0].views[2].className = "com.larkfield.ui.LarkList"
        evaluation.hierarchy.windows[0].views[2].accessibilityClassName =
            "android.widget.ListView"
        let survey = CaptureAnalysis(
            try FrameworkReader.read(evaluation.serializedBytes()), by: CatalogueLoader.embedded())
        #expect(survey.sightings().map(\.label) == ["overflow", "Rent"])
    }

    @Test func `what is no whole evaluation is refused`() throws {
        let bytes: [UInt8] = try Evaluation.sample.serializedBytes()
        #expect(reason([]).contains("no hierarchy"))
        #expect(reason(Array(bytes.dropLast(9))).contains("cut off"))
        #expect(reason(Array("hello".utf8)).contains("text format"))
        #expect(reason(Array(#"{"hierarchy":"#.utf8)).contains("JSON"))
        #expect(reason(Captures.transactions).contains("it is XML"))
        var orphan = Evaluation.sample
        orphan.hierarchy.windows[0].views[4].parentID = 77
        #expect(reason(try orphan.serializedBytes()).contains("not there"))
        var circle = Evaluation.sample
        circle.hierarchy.windows[0].views[3].parentID = 4
        #expect(reason(try circle.serializedBytes()).contains("not there"))
        var twice = Evaluation.sample
        twice.hierarchy.windows[0].views[4].id = 3
        #expect(reason(try twice.serializedBytes()).contains("have the number 3"))
        var numberless = Evaluation.sample
        numberless.hierarchy.windows[0].views[4].clearID()
        #expect(reason(try numberless.serializedBytes()).contains("no number"))
    }

    @Test func `size, number and depth are bounded, before anything is decoded`() throws {
        let bytes: [UInt8] = try Evaluation.sample.serializedBytes()
        var limits = Limits()
        limits.captureElementsMax = 4
        #expect(reason(bytes, limits: limits).contains("more than 4 views"))
        limits = Limits()
        limits.captureBytesMax = bytes.count - 1
        #expect(reason(bytes, limits: limits).contains("bytes, above"))
        limits = Limits()
        limits.captureDepthMax = 3
        #expect(reason(bytes, limits: limits).contains("more than 3 deep"))
        // Two bytes each: a file of 64 MiB would be gigabytes of results.
        let bomb = [UInt8](repeating: 0, count: 0) + (0..<300_000).flatMap { _ in [0x12, 0] }
        #expect(reason(bomb).contains("more than 200000 views or results"))
    }

    @Test func `messages are counted along a path of fields`() throws {
        let bytes: [UInt8] = try Evaluation.sample.serializedBytes()
        #expect(MessageCount.of(path: [1, 2, 4], in: bytes) == 5)
        #expect(MessageCount.of(path: [1, 2], in: bytes) == 1)
        #expect(MessageCount.of(path: [2], in: bytes) == 4)
        #expect(MessageCount.of(path: [2], in: [0x12, 9]) == nil)
        #expect(MessageCount.of(path: [2], in: [0x13]) == nil)
    }
}

/// Results of the framework on a screen of the invented app.
enum Evaluation {
    static var sample: FrameworkEvaluation {
        var evaluation = FrameworkEvaluation()
        var window = FrameworkWindow()
        window.id = 2
        window.views = [
            view(0, "android.widget.FrameLayout", within: nil),
            view(1, "android.widget.ImageView", within: 0),
            view(2, "androidx.recyclerview.widget.RecyclerView", within: 0),
            view(3, "android.view.ViewGroup", within: 2),
            view(4, "android.widget.TextView", within: 3),
        ]
        window.views[1].clickable = true
        window.views[1].resourceName = "com.larkfield.mobile:id/overflow"
        window.views[3].clickable = true
        window.views[4].text.text = "Rent"
        evaluation.hierarchy.windows = [window]
        evaluation.results = [
            result("SpeakableTextPresentCheck", .error, of: 1),
            result("UnexposedTextCheck", .warning, of: 3),
            result("TextContrastCheck", .notRun, of: 4),
            result("TraversalOrderCheck", .error, of: 99),
        ]
        return evaluation
    }

    private static func view(_ id: Int32, _ type: String, within: Int32?) -> FrameworkView {
        var view = FrameworkView()
        view.id = id
        if let within { view.parentID = within }
        view.className = type
        view.enabled = true
        view.visibleToUser = true
        return view
    }

    private static func result(
        _ check: String, _ type: FrameworkResultType, of view: Int64
    ) -> FrameworkCheckResult {
        var result = FrameworkCheckResult()
        result.sourceCheckClass = "com.google.android.apps.common.testing.accessibility.\(check)"
        result.resultType = type
        result.hierarchySourceID = 2 << 32 | view
        return result
    }
}
