@testable import Shared
import TestSupport
import Testing

struct CapturedControlTests {
    private func survey(_ bytes: [UInt8]) throws -> CaptureAnalysis {
        CaptureAnalysis(
            try PageReader.read(bytes, from: .uiautomator), by: CatalogueLoader.embedded())
    }

    /// `control label/ordinal`, with `open` behind what stands open.
    private func seen(_ nodes: String...) throws -> [String] {
        let tree = Captures.node("android.widget.FrameLayout", nodes)
        return try survey(Captures.dump(tree)).sightings().map(Self.words)
    }

    private static func words(_ sighting: CapturedControl) -> String {
        "\(sighting.control) \(sighting.label)/\(sighting.ordinal)"
            + (sighting.isOpen ? " open" : "")
    }

    @Test func `openers and rows of a list are seen, in order of reading`() throws {
        #expect(
            try survey(Captures.transactions).sightings().map(Self.words) == [
                "menu account overflow/1", "menu More options/1",
                "table-row Coffee House & Co/1", "table-row Rail Ticket/1", "table-row Rent/1",
                "table-row unnamed table-row/1",
            ])
    }

    @Test func `equal labels are told apart by their order`() throws {
        let list = Captures.node(
            "android.widget.ListView", [Captures.row("Rent"), Captures.row(" rent ")])
        #expect(try seen(list) == ["table-row Rent/1", "table-row rent/2"])
    }

    @Test func `an alert is a dialog with its title as label`() throws {
        let alert = Captures.node(
            "android.widget.LinearLayout", id: "com.larkfield.mobile:id/parentPanel",
            [
                Captures.node("android.widget.ImageView", description: "Warning"),
                Captures.node(
                    "android.widget.TextView", text: "Delete payee?",
                    id: "com.larkfield.mobile:id/alertTitle"),
            ])
        #expect(try seen(alert) == ["modal-dialog Delete payee?/1 open"])
    }

    @Test func `a sheet is known by its name, its class or its grabber, and is seen once`() throws {
        let title = Captures.node(
            "android.widget.TextView", text: "Filters",
            id: "com.larkfield.mobile:id/bottom_sheet_title")
        let named = Captures.node(
            "android.widget.FrameLayout", id: "com.larkfield.mobile:id/design_bottom_sheet",
            [title])
        #expect(try seen(named) == ["sheet Filters/1 open"])
        let grabbed = Captures.node(
            "android.view.View",
            [
                Captures.node("android.view.View", description: "Drag handle"),
                Captures.node("android.widget.TextView", text: "Sort"),
            ])
        #expect(try seen(grabbed) == ["sheet Sort/1 open"])
    }

    @Test func `an open menu is not a list of rows, and goes by its only opener`() throws {
        let item = Captures.node(
            "android.widget.LinearLayout", taps: true,
            [
                Captures.node(
                    "android.widget.RelativeLayout", id: "com.larkfield.mobile:id/content",
                    [
                        Captures.node(
                            "android.widget.TextView", text: "Rename",
                            id: "com.larkfield.mobile:id/title")
                    ])
            ])
        let menu = Captures.node("android.widget.ListView", [item, item])
        #expect(try seen(menu) == ["menu unnamed menu/1 open"])
        let opener = Captures.node(
            "android.widget.ImageButton", description: "More options", taps: true)
        #expect(try seen(opener, menu) == ["menu More options/1 open"])
    }

    @Test func `on iOS cells, alerts, sheets and menus are seen by their types`() throws {
        func seen(_ element: String) throws -> [String] {
            let page = try PageReader.read(Captures.source(element), from: .appium)
            return CaptureAnalysis(page, by: CatalogueLoader.embedded()).sightings().map(Self.words)
        }
        let text = Captures.element("StaticText", label: "Delete payee?")
        #expect(
            try seen(Captures.element("Alert", label: "Delete", [text]))
                == ["modal-dialog Delete/1 open"])
        #expect(try seen(Captures.element("Sheet", [text])) == ["sheet Delete payee?/1 open"])
        let grabber = Captures.element("Button", label: "Sheet Grabber", value: "Half screen")
        #expect(
            try seen(Captures.element("Other", [grabber, text])) == ["sheet Delete payee?/1 open"])
        #expect(
            try seen(Captures.element("PopUpButton", label: "Sort by")) == ["menu Sort by/1"])
        let page = try PageReader.read(Captures.transactionsOnPhone, from: .appium)
        #expect(
            CaptureAnalysis(page, by: CatalogueLoader.embedded()).sightings().map(Self.words) == [
                "menu More/1", "table-row Coffee House & Co/1", "table-row Rail Ticket/1",
                "table-row Rent/1",
            ])
    }

    @Test func `Appium's page source of an Android app shows what a dump shows`() throws {
        let page = try PageReader.read(Captures.transactionsByAppium, from: .appium)
        #expect(
            CaptureAnalysis(page, by: CatalogueLoader.embedded()).sightings().map(Self.words)
                == ["menu More options/1", "table-row Rent/1"])
    }

    @Test func `a long label is cut on a character's border`() throws {
        let list = Captures.node(
            "android.widget.ListView", [Captures.row(String(repeating: "ü", count: 400))])
        let label = try #require(
            try survey(Captures.dump(list)).sightings().first { $0.control == "table-row" }?.label)
        #expect(label.utf8.count <= Limits.standard.labelBytesMax)
        #expect(label.hasSuffix("ü…"))
    }
}
