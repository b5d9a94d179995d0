/// How an audit takes `dimmed` from TalkBack, which some guides print for `disabled`.
package enum AnnouncementStrictness: String, CaseIterable, Sendable {
    /// The wrong word: the phrase fails.
    case strict
    /// Worth a remark.
    case lenient
}
