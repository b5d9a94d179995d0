import Foundation
import Reading
import Shared

/// A comment as pages show it, with a mark around whom it names.
struct ShownComment: Sendable {
    let who: String
    let when: String
    let pieces: [Piece]

    /// A part of what was said, in order.
    struct Piece: Sendable {
        let text: String
        let isName: Bool
        /// Whether it names whoever looks.
        let isMine: Bool
    }
}

extension Finding {
    /// Oldest first.
    func remarks(in view: AuditView, at time: PageTime) -> [ShownComment] {
        guard !comments.isEmpty else { return [] }
        let mentions = Mentions(of: view.plan)
        return comments.map { comment in
            let pieces = mentions.pieces(of: comment.value.text ?? "").map { piece in
                switch piece {
                case .text(let text): ShownComment.Piece(text: text, isName: false, isMine: false)
                case .name(let name, let people):
                    ShownComment.Piece(
                        text: name, isName: true, isMine: people.contains(view.person))
                }
            }
            return ShownComment(
                who: view.plan.name(of: comment.author),
                when: time.dated(Date(unixMilliseconds: comment.wallTime)), pieces: pieces)
        }
    }
}
