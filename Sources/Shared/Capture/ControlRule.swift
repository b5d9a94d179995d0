/// How an element of a capture is known to be one of the catalogue's controls (docs/imports.md).
///
/// Every condition that a rule has must hold. Identifiers are compared by their last part, in lower
/// case and without `_`, `-` and spaces; descriptions in lower case. Both are English only: the
/// words that Android and iOS put there themselves, and developers' names.
struct ControlRule: Sendable {
    let control: String
    let part: CapturedPart
    var platform = "android"
    var types: [String] = []
    var typePieces: [String] = []
    /// Last parts of an identifier.
    var identifiers: [String] = []
    /// Pieces of its last part.
    var identifierPieces: [String] = []
    var names: [String] = []
    /// Types of what it lies directly in.
    var parents: [String] = []
    /// The name of something directly in it.
    var childNames: [String] = []
    /// Last parts of identifiers that are all somewhere in it.
    var holds: [String] = []
    var isTarget = false
    /// In the order in which they are tried; the first that fits decides.
    static let all: [ControlRule] = android + apple

    private static let android = [
        ControlRule(control: "menu", part: .opener, names: ["more options"], isTarget: true),
        ControlRule(
            control: "menu", part: .opener, typePieces: ["OverflowMenuButton"], isTarget: true),
        ControlRule(
            control: "menu", part: .opener,
            identifierPieces: ["overflow", "moreoptions", "menubutton"], isTarget: true),
        ControlRule(
            control: "menu", part: .whole, typePieces: ["MenuDropDownListView", "PopupMenu"]),
        // What AppCompat builds a menu of, under the class that it tells the screen reader.
        ControlRule(
            control: "menu", part: .whole, types: ["android.widget.ListView"],
            holds: ["content", "title"]),
        ControlRule(
            control: "modal-dialog", part: .whole,
            types: ["android.app.AlertDialog", "android.app.Dialog"]),
        ControlRule(control: "modal-dialog", part: .whole, identifiers: ["parentpanel"]),
        ControlRule(control: "sheet", part: .whole, typePieces: ["BottomSheet"]),
        ControlRule(control: "sheet", part: .whole, identifierPieces: ["bottomsheet"]),
        ControlRule(control: "sheet", part: .whole, childNames: ["drag handle"]),
        ControlRule(
            control: "table-row", part: .row,
            parents: [
                "android.widget.ListView", "android.widget.ExpandableListView",
                "androidx.recyclerview.widget.RecyclerView",
                "android.support.v7.widget.RecyclerView",
            ]),
    ]

    private static let apple = [
        ControlRule(
            control: "menu", part: .opener, platform: "ios",
            types: ["XCUIElementTypeMenuButton", "XCUIElementTypePopUpButton"]),
        ControlRule(
            control: "menu", part: .opener, platform: "ios",
            types: ["XCUIElementTypeButton", "XCUIElementTypeOther", "XCUIElementTypeImage"],
            names: ["more", "more options"]),
        ControlRule(
            control: "menu", part: .opener, platform: "ios", types: ["XCUIElementTypeButton"],
            identifierPieces: ["overflow", "moreoptions", "menubutton"]),
        ControlRule(control: "menu", part: .whole, platform: "ios", types: ["XCUIElementTypeMenu"]),
        ControlRule(
            control: "modal-dialog", part: .whole, platform: "ios",
            types: ["XCUIElementTypeAlert", "XCUIElementTypeDialog"]),
        ControlRule(
            control: "sheet", part: .whole, platform: "ios", types: ["XCUIElementTypeSheet"]),
        ControlRule(control: "sheet", part: .whole, platform: "ios", childNames: ["sheet grabber"]),
        ControlRule(
            control: "table-row", part: .row, platform: "ios", types: ["XCUIElementTypeCell"]),
    ]
}

/// Which part of a control an element is.
package enum CapturedPart: Sendable {
    /// What opens it: a menu's button.
    case opener
    case whole, row
}
