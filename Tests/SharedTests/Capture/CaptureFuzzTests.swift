@testable import Shared
import SwiftProtobuf
import TestSupport
import Testing

/// Captures over damaged bytes: no crash, every fault in the file, every sighting in the capture.
struct CaptureFuzzTests {
    @Test func `a damaged dump of uiautomator is read whole, or told why not`() {
        let samples = [Captures.transactions, Captures.menuOverPage]
        #expect(violations("uiautomator", .uiautomator, samples) == [])
    }

    @Test func `a damaged page source of Appium is read whole, or told why not`() {
        let samples = [Captures.transactionsOnPhone, Captures.transactionsByAppium]
        #expect(violations("appium", .appium, samples) == [])
    }

    @Test func `a damaged evaluation is read whole, or told why not`() throws {
        let binary: [UInt8] = try Evaluation.sample.serializedBytes()
        let json = Array(try Evaluation.sample.jsonString().utf8)
        let text = Array(Evaluation.sample.textFormatString().utf8)
        let found = Fuzz.violations(
            of: "capture, atf", samples: [binary, json, text], count: 3_000
        ) { bytes in
            guard let capture = try? FrameworkReader.read(bytes) else { return .refused }
            let areResults = capture.results.allSatisfy {
                capture.elements.indices.contains($0.element)
            }
            return .claim(
                areResults && Self.isSound(capture, lines: 1), else: "a part lies outside")
        }
        #expect(found == [])
    }

    private func violations(
        _ name: String, _ source: CaptureSource, _ samples: [[UInt8]]
    ) -> [String] {
        Fuzz.violations(of: "capture, \(name)", samples: samples, count: 1_500) { bytes in
            let lines = bytes.count { $0 == 0x0A } + 1
            do throws(CaptureError) {
                let capture = try PageReader.read(bytes, from: source)
                return .claim(Self.isSound(capture, lines: lines), else: "a part lies outside")
            } catch {
                guard case .malformed(let place, _) = error else { return .refused }
                return (1...lines).contains(place.line) && (1...bytes.count + 1) ~= place.column
                    ? .refused : .broken("a fault lies outside of the file")
            }
        }
    }

    /// Whether parents come before their children, lines are the file's, and labels fit.
    static func isSound(_ capture: ScreenCapture, lines: Int) -> Bool {
        let survey = CaptureAnalysis(capture, by: CatalogueLoader.embedded())
        let areElements = capture.elements.enumerated().allSatisfy { index, element in
            (element.parent ?? -1) < index && (1...lines).contains(element.line ?? 1)
        }
        return areElements
            && survey.sightings().allSatisfy { sighting in
                capture.elements.indices.contains(sighting.element)
                    && sighting.label.utf8.count <= Limits.standard.labelBytesMax
                    && survey.facts(of: sighting.element).values.allSatisfy {
                        $0.utf8.count <= Limits.standard.textBytesMax
                    }
            }
    }
}
