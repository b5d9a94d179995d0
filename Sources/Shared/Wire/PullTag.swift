/// The `ETag` of what a laptop has, by which a pull's answer is known again (docs/protocol.md).
package struct PullTag: Sendable {
    package let epoch: EpochID
    /// The audit's head.
    package let sequence: UInt64
    /// The stamp of the devices that have ended; 0 while none has.
    package let ended: UInt64

    package init(epoch: EpochID, sequence: UInt64, ended: UInt64) {
        (self.epoch, self.sequence, self.ended) = (epoch, sequence, ended)
    }

    /// `epoch.sequence`, and `.ended` behind it where there is any.
    package var text: String { "\(epoch.hex).\(sequence)" + (ended > 0 ? ".\(ended)" : "") }
}
