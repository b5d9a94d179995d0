/// What somebody remarked on a finding.
package struct ShownComment: Sendable {
    let said: String
    let text: String

    /// - Parameter said: Who said it, and when.
    package init(said: String, text: String) {
        self.said = said
        self.text = text
    }
}

/// The field and the button that add a comment; the form around them names the comment.
package struct CommentForm: Sendable {
    /// The criterion's full id; names the field.
    let about: String
    /// What was typed and not added yet.
    let typed: String

    package init(about: String, typed: String = "") {
        self.about = about
        self.typed = typed
    }
}
