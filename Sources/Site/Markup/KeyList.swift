/// The keys of the workbench, in the groups in which people learn them.
struct KeyList: Sendable {
    /// Whether they are a page of their own and not a dialog over one: headings differ by a level.
    let isPage: Bool
    let groups = KeyList.all

    /// Keys for one kind of act.
    struct Group: Sendable {
        /// What the keys have in common.
        let title: String
        let keys: [Key]

        fileprivate init(_ title: String, _ keys: Key...) {
            self.title = title
            self.keys = keys
        }
    }

    /// One act and what is pressed for it.
    struct Key: Sendable {
        /// As printed on keys; two are the ends of a range.
        let caps: [String]
        let action: String

        init(_ action: String, _ caps: String...) {
            self.caps = caps
            self.action = action
        }
    }

    /// Every key, as UX.md section 4 has them.
    static let all = [
        Group(
            "Judge", Key("Passed", "p"), Key("Failed", "f"), Key("Can’t tell", "c"),
            Key("Inapplicable", "i"), Key("Untested: take the verdict back", "u"),
            Key("Severity: critical, serious, moderate, minor", "1", "4"),
            Key("All that is untested here: passed, after a question", "Shift p"),
            Key("Repeat the last verdict on this criterion", "r"),
            Key("Agree with a colleague’s verdict that differs", "a"),
            Key("Undo the last change", "z"),
            Key("Redo what was undone", "Shift z")),
        Group(
            "Move", Key("Next criterion", "j"), Key("Previous criterion", "k"),
            Key("Next untested criterion, here or in the next state", "g"),
            Key("Previous component state", "["), Key("Next component state", "]"),
            Key("Jump to a component state by name", "t")),
        Group(
            "Write", Key("What it said of a part: one phrase for all its criteria", "w"),
            Key("What was heard", "h"),
            Key("The pauses of what was heard, as the check proposes them", ","),
            Key("Note", "n"), Key("Evidence", "e"), Key("Comment", "m"),
            Key("Insert a snippet", "s"),
            Key("From a field back to its criterion", "Esc")),
        Group(
            "Decide conflicts", Key("Next, previous criterion or conflict", "j", "k"),
            Key("What holds, in the order of the page", "1", "9"), Key("Reason", "r"),
            Key("Decide and go on", "d"), Key("Tick a conflict in the list", "x")),
        Group(
            "Anywhere", Key("Search", "/"), Key("Every action", "."),
            Key("This help", "?")),
    ]
}
