import Client
import Foundation
import Shared

struct ShownComment: Sendable {
    /// Who said it, and when.
    let said: String
    let text: String
}

/// The field and the button that add a comment; the form around them names the comment.
struct CommentForm: Sendable {
    /// The criterion's full id; names the field.
    let about: String
    var typed = ""
}

extension Finding {
    func remarks(in view: AuditView) -> [ShownComment] {
        comments.map { comment in
            let time = Date(unixMilliseconds: comment.wallTime).dated
            return ShownComment(
                said: "\(view.plan.name(of: comment.author)), \(time)",
                text: comment.value.text ?? "")
        }
    }
}
