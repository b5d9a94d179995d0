@testable import Shared
import TestSupport
import Testing

struct PageReaderTests {
    private func fault(
        _ bytes: [UInt8], from source: CaptureSource = .uiautomator
    ) -> CaptureError? {
        do throws(CaptureError) {
            _ = try PageReader.read(bytes, from: source)
            return nil
        } catch { return error }
    }

    @Test func `a dump of uiautomator becomes a tree of elements with their lines`() throws {
        let capture = try PageReader.read(Captures.transactions, from: .uiautomator)
        #expect(capture.platform == "android")
        #expect(capture.screen == nil)
        #expect(capture.elements.count == 15)
        #expect(capture.descendants(of: 0) == 1..<15)
        let opener = capture.elements[2]
        #expect(opener.identifier == "com.larkfield.mobile:id/account_overflow")
        #expect(opener.localIdentifier == "account_overflow")
        #expect(opener.line == 5)
        #expect(opener.parent == 0)
        #expect(opener.isClickable == true)
        #expect(opener.isEnabled == true)
        #expect(opener.isChecked == nil, "what cannot be ticked is not unticked")
        #expect(capture.elements[6].label == "Coffee House & Co")
    }

    @Test func `what is typed in secret is not read`() throws {
        let secret = Captures.node("android.widget.EditText", text: "hunter2", password: true)
        let capture = try PageReader.read(Captures.dump(secret), from: .uiautomator)
        #expect(capture.elements.first?.label == "")
    }

    @Test func `a file that is no capture is told as such`() {
        #expect(
            fault(Array("<html><body/></html>".utf8))
                == .malformed(
                    at: CapturePlace(line: 1, column: 1),
                    reason: "<html> is no element of a screen: neither Android’s nor Apple’s"))
        #expect(fault(Array("<hierarchy/>".utf8)) != nil)
    }

    @Test func `a flag that is neither true nor false is told with its line`() {
        let bytes = Array("<hierarchy>\n<node class='a' enabled='maybe'/></hierarchy>".utf8)
        #expect(
            fault(bytes)
                == .malformed(
                    at: CapturePlace(line: 2, column: 1),
                    reason: "“enabled” is “maybe”, neither true nor false"))
    }

    @Test func `Appium's page source of an iOS app names its screen`() throws {
        let capture = try PageReader.read(Captures.transactionsOnPhone, from: .appium)
        #expect(capture.platform == "ios")
        #expect(capture.screen == "Transactions")
        #expect(capture.elements.first?.type == "XCUIElementTypeApplication")
        let rows = capture.elements.filter { $0.type == "XCUIElementTypeCell" }
        #expect(rows.map(\.isSelected) == [true, nil, nil, nil])
        #expect(rows.map(\.isEnabled) == [true, true, false, true])
        #expect(rows.map(\.isVisible) == [true, true, true, false])
        #expect(rows.map(\.traits) == [["button", "selected"], ["none"], nil, nil])
        #expect(rows[2].isFocusable == true)
    }

    @Test func `a field's value is not read, a switch's tells whether it is on`() throws {
        let page = Captures.source(
            Captures.element("SecureTextField", label: "PIN", value: "1234"),
            Captures.element("Switch", label: "Alerts", value: "1"))
        let elements = try PageReader.read(page, from: .appium).elements
        #expect(elements.map(\.value) == ["", "", "1"])
        #expect(elements.map(\.isChecked) == [nil, nil, true])
    }

    @Test func `two navigation bars name no screen`() throws {
        let bar = Captures.element("NavigationBar", name: "Cards")
        #expect(try PageReader.read(Captures.source(bar, bar), from: .appium).screen == nil)
    }

    @Test func `Appium's page source of an Android app is read as Android's`() throws {
        let capture = try PageReader.read(Captures.transactionsByAppium, from: .appium)
        #expect(capture.platform == "android")
        #expect(capture.title == "Appium page source, Android (UiAutomator2)")
        #expect(capture.elements.count == 5)
        guard case .otherKind(let advice) = fault(Captures.transactionsByAppium) else {
            Issue.record("it was taken for a dump")
            return
        }
        #expect(advice.contains("accord import appium"))
    }

    @Test func `another tool's file is not taken for this one's`() {
        let page = Captures.source(Captures.element("Cell", label: "Rent"))
        guard case .otherKind(let advice) = fault(page) else {
            Issue.record("it was taken")
            return
        }
        #expect(advice.contains("accord import appium"))
        guard case .otherKind(let back) = fault(Captures.transactions, from: .appium) else {
            Issue.record("it was taken")
            return
        }
        #expect(back.contains("accord import uiautomator"))
    }

    @Test func `of a dump of all windows those of apps are read, the lowest first`() throws {
        let capture = try PageReader.read(Captures.menuOverPage, from: .uiautomator)
        let types = capture.elements.map { $0.type.split(separator: ".").last.map(String.init) }
        #expect(types[...2] == ["FrameLayout", "ImageButton", "ListView"])
        #expect(types[7] == "MenuDropDownListView")
        #expect(capture.descendants(of: 0) == 1..<7)
        #expect(capture.descendants(of: 7) == 8..<12)
        #expect(!capture.elements.contains { ["9:41", "Q"].contains($0.label) })
        #expect(
            capture.remarks
                == ["2 windows that are no app’s left out (TYPE_INPUT_METHOD, TYPE_SYSTEM)"])
        // The menu's opener is known to be open, and the page's rows keep their numbers.
        let seen = CaptureAnalysis(capture, by: CatalogueLoader.embedded()).sightings().map {
            "\($0.control) \($0.label)/\($0.ordinal)\($0.isOpen ? " open" : "")"
        }
        #expect(
            seen == ["menu More options/1 open", "table-row Rent/1", "table-row Rail Ticket/1"])
    }

    @Test func `a dump of the system's windows alone, or of two apps', says so`() throws {
        let clock = Captures.node("android.widget.TextView", text: "9:41")
        guard
            case .damaged(let reason) = fault(Captures.windows(("TYPE_SYSTEM", 1, clock)))
        else {
            Issue.record("it was taken")
            return
        }
        #expect(reason.contains("none of its windows is an app’s"))
        let other = clock.replacing("com.larkfield.mobile", with: "org.example.maps")
        let two = try PageReader.read(
            Captures.windows(("TYPE_APPLICATION", 1, clock), ("", 0, other)), from: .uiautomator)
        #expect(two.elements.count == 2)
        #expect(two.remarks.first?.hasPrefix("windows of 2 apps are read as one screen") == true)
    }

    @Test(arguments: [
        "UI hierchary dumped to: /dev/tty\n", "\u{FEFF}WARNING: linker: has text relocations\n",
        "one\ntwo\n", "no line end ",
    ])
    func `what a tool prints before the XML is passed over, and said`(before: String) throws {
        let bytes = Array(before.utf8) + Captures.transactions
        let capture = try PageReader.read(bytes, from: .uiautomator)
        let plain = try PageReader.read(Captures.transactions, from: .uiautomator)
        #expect(capture.elements.map(\.label) == plain.elements.map(\.label))
        #expect(capture.remarks == ["what was printed before the XML was passed over"])
        let moved = before.count { $0 == "\n" }
        #expect(capture.elements.map(\.line) == plain.elements.map { $0.line.map { $0 + moved } })
        #expect(try ScreenCapture.read(bytes) == capture)
    }

    @Test func `a character that XML forbids costs no capture, and is said`() throws {
        let text = Captures.node("android.widget.TextView", text: "Pears&#0; &#55356;&#57168;")
        let capture = try PageReader.read(Captures.dump(text), from: .uiautomator)
        #expect(capture.elements.first?.label == "Pears\u{FFFD} 🍐")
        #expect(capture.remarks == ["1 character that XML forbids read as “\u{FFFD}”"])
    }

    @Test(arguments: [
        ("ERROR: null root node returned by UiTestAutomationBridge.\n", "Unlock the device"),
        ("ERROR: could not get idle state.", "never came to rest"),
        (#"{"value":"<?xml version=\"1.0\"?><AppiumAUT/>","sessionId":"1"}"#, "jq -r .value"),
        (#"{"type":"Application","isVisible":"1","children":[]}"#, "as a tree in JSON"),
        (#"{"testEngine":{"name":"axe-core"},"violations":[]}"#, "a report of axe"),
        (#"{"@context":{"earl":"http://www.w3.org/ns/earl#"},"@graph":[]}"#, "a report in EARL"),
        ("@prefix earl: <http://www.w3.org/ns/earl#> .", "a report in EARL"),
        ("<rdf:RDF xmlns:earl='http://www.w3.org/ns/earl#'/>", "a report in EARL"),
        (#"{"type":"WCAG-EM Report","evaluationScope":{}}"#, "a report of WCAG-EM"),
        (#"{"some":"thing"}"#, "Accessibility Test Framework: accord import atf"),
        ("<XCUIElementTypeApplication elementType='2' title='Notes'/>", "of a macOS app"),
    ])
    func `a file that is taken for a capture is told as what it is, with what to do`(
        file: String, words: String
    ) {
        for source in [CaptureSource.uiautomator, .appium] {
            switch fault(Array(file.utf8), from: source) {
            case .damaged(let told)?, .otherKind(let told)?: #expect(told.contains(words))
            case let other: Issue.record("\(String(describing: other))")
            }
        }
        guard !words.contains("accord import atf") else { return }
        let error = #expect(throws: CaptureError.self) { try ScreenCapture.read(Array(file.utf8)) }
        switch error {
        case .damaged(let told)?, .otherKind(let told)?: #expect(told.contains(words))
        case let other: Issue.record("\(String(describing: other))")
        }
    }
}
