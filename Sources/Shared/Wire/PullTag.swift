/// The `ETag` of what a laptop has, by which a pull's answer is known again (docs/protocol.md).
package struct PullTag: Sendable {
    package let epoch: EpochID
    /// The audit's head.
    package let sequence: UInt64
    /// The stamp of the devices that have ended; 0 while none has.
    package let ended: UInt64
    /// The stamp of what is kept for the leads; 0 while nothing ever was, and for anybody else.
    package let kept: UInt64

    package init(epoch: EpochID, sequence: UInt64, ended: UInt64, kept: UInt64 = 0) {
        self.epoch = epoch
        self.sequence = sequence
        self.ended = ended
        self.kept = kept
    }

    /// `epoch.sequence`, and behind it `.ended` and `.kept`, as far as there are any.
    package var text: String {
        let stamps = kept > 0 ? ".\(ended).\(kept)" : ended > 0 ? ".\(ended)" : ""
        return "\(epoch.hex).\(sequence)\(stamps)"
    }
}
