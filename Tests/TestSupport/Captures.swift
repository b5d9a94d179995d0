/// Captures of screens of an invented app, as the tools write them.
package enum Captures {
    /// One node of `uiautomator dump`.
    package static func node(
        _ type: String, text: String = "", id: String = "", description: String = "",
        taps: Bool = false, enabled: Bool = true, selected: Bool = false, password: Bool = false,
        _ children: [String] = []
    ) -> String {
        let attributes =
            "index=\"0\" text=\"\(text)\" resource-id=\"\(id)\" class=\"\(type)\" "
            + "package=\"com.larkfield.mobile\" content-desc=\"\(description)\" "
            + "checkable=\"false\" checked=\"false\" clickable=\"\(taps)\" enabled=\"\(enabled)\" "
            + "focusable=\"\(taps)\" focused=\"false\" scrollable=\"false\" "
            + "long-clickable=\"false\" password=\"\(password)\" selected=\"\(selected)\" "
            + "bounds=\"[0,0][1080,220]\""
        return children.isEmpty
            ? "<node \(attributes) />"
            : "<node \(attributes)>\n\(children.joined(separator: "\n"))\n</node>"
    }

    /// A whole dump.
    package static func dump(_ nodes: String...) -> [UInt8] {
        let head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"
        return Array(
            (head + "<hierarchy rotation=\"0\">\n" + nodes.joined(separator: "\n")
                + "\n</hierarchy>\nUI hierchary dumped to: /dev/tty\n").utf8)
    }

    /// A dump of all windows, on one line and topmost first, as the tool writes it.
    package static func windows(_ windows: (type: String, layer: Int, node: String)...) -> [UInt8] {
        let written = windows.enumerated().map { index, window in
            "<window index=\"\(index)\" title=\"\" bounds=\"[0,0][1080,2400]\" active=\"false\" "
                + "focused=\"false\" id=\"\(index + 3)\" layer=\"\(window.layer)\" "
                + "type=\"\(window.type)\"><hierarchy rotation=\"0\">\(window.node)"
                + "</hierarchy></window>"
        }
        return Array(
            ("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><displays><display id=\"0\">"
                + written.joined() + "</display></displays>").utf8)
    }

    /// A page with an opener, its menu that stands open above it, the system's bar and a keyboard.
    package static let menuOverPage = windows(
        (
            "TYPE_SYSTEM", 3,
            node("android.widget.TextView", text: "9:41", id: "com.android.systemui:id/clock")
        ),
        (
            "TYPE_INPUT_METHOD", 2,
            node("android.widget.ListView", [node("android.widget.Button", text: "Q", taps: true)])
        ),
        (
            "TYPE_APPLICATION", 1,
            node("android.widget.MenuDropDownListView", [row("Rename"), row("Rent")])
        ),
        (
            "TYPE_APPLICATION", 0,
            node(
                "android.widget.FrameLayout",
                [
                    node("android.widget.ImageButton", description: "More options", taps: true),
                    node("android.widget.ListView", [row("Rent"), row("Rail Ticket")]),
                ])
        ))

    /// A row of a list that can be tapped.
    package static func row(
        _ texts: String..., enabled: Bool = true, selected: Bool = false, holding: [String] = []
    ) -> String {
        node(
            "android.view.ViewGroup", taps: true, enabled: enabled, selected: selected,
            texts.map { node("android.widget.TextView", text: $0) } + holding)
    }

    /// A button with a picture and without words.
    package static let bareButton = node(
        "android.widget.ImageButton", id: "com.larkfield.mobile:id/star", taps: true)

    /// The list of transactions: two menus' openers, four rows.
    package static let transactions = dump(
        node(
            "android.widget.FrameLayout",
            [
                node("android.widget.TextView", text: "Transactions"),
                node(
                    "android.widget.ImageView", id: "com.larkfield.mobile:id/account_overflow",
                    taps: true),
                node("android.widget.ImageButton", description: "More options", taps: true),
                node(
                    "androidx.recyclerview.widget.RecyclerView",
                    [
                        row("Coffee House &amp; Co", "−4,50 €", selected: true),
                        row("Rail Ticket", "−18,00 €", holding: [bareButton]),
                        row("Rent", enabled: false),
                        row(),
                    ]),
            ]))

    /// An element of Appium's page source of an iOS app.
    package static func element(
        _ type: String, label: String = "", name: String = "", value: String = "",
        more: String = "", visible: Bool = true, enabled: Bool = true, _ children: [String] = []
    ) -> String {
        let attributes =
            "type=\"XCUIElementType\(type)\" value=\"\(value)\" name=\"\(name)\" "
            + "label=\"\(label)\" enabled=\"\(enabled)\" visible=\"\(visible)\" "
            + "accessible=\"\(children.isEmpty)\" x=\"0\" y=\"0\" width=\"390\" height=\"44\" "
            + "index=\"0\" \(more)"
        return children.isEmpty
            ? "<XCUIElementType\(type) \(attributes)/>"
            : "<XCUIElementType\(type) \(attributes)>\n\(children.joined(separator: "\n"))\n"
                + "</XCUIElementType\(type)>"
    }

    /// The list of transactions on iOS: a navigation bar with a menu's opener, three rows.
    package static let transactionsOnPhone = source(
        element(
            "NavigationBar", name: "Transactions",
            [
                element("StaticText", label: "Transactions", name: "Transactions"),
                element("Button", label: "More", name: "ellipsis.circle"),
            ]),
        element(
            "Table",
            [
                element(
                    "Cell", more: "traits=\"Button, Selected\"",
                    [element("StaticText", label: "Coffee House &amp; Co")]),
                element(
                    "Cell", more: "traits=\"None\"",
                    [
                        element("StaticText", label: "Rail Ticket"), element("Button"),
                    ]),
                element("Cell", label: "Rent", enabled: false),
                element("Cell", label: "Out of sight", visible: false),
            ]))

    /// Appium's page source of an Android app: elements have their classes' names.
    package static let transactionsByAppium = Array(
        """
        <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
        <hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2400">
          <android.widget.FrameLayout index="0" class="android.widget.FrameLayout" text="">
            <android.widget.ImageView index="0" class="android.widget.ImageView" text=""
              content-desc="More options" clickable="true" enabled="true" displayed="true" />
            <androidx.recyclerview.widget.RecyclerView index="1"
              class="androidx.recyclerview.widget.RecyclerView" text="" displayed="true">
              <android.view.ViewGroup class="android.view.ViewGroup" text="" clickable="true"
                enabled="true" displayed="true">
                <android.widget.TextView class="android.widget.TextView" text="Rent" />
              </android.view.ViewGroup>
            </androidx.recyclerview.widget.RecyclerView>
          </android.widget.FrameLayout>
        </hierarchy>
        """.utf8)

    /// A whole page source of an iOS app.
    package static func source(_ elements: String...) -> [UInt8] {
        let app = element("Application", label: "Larkfield", name: "Larkfield", elements)
        return Array(
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<AppiumAUT>\n" + app + "\n</AppiumAUT>\n")
                .utf8)
    }
}
