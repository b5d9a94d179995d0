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
                    line: 1,
                    reason: "<html> is no element of a screen: neither Android’s nor Apple’s"))
        #expect(fault(Array("<hierarchy/>".utf8)) != nil)
    }

    @Test func `a flag that is neither true nor false is told with its line`() {
        let bytes = Array("<hierarchy>\n<node class='a' enabled='maybe'/></hierarchy>".utf8)
        #expect(
            fault(bytes)
                == .malformed(
                    line: 2, reason: "“enabled” is “maybe”, neither true nor false"))
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
}
