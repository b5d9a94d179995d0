package import Foundation
import Shared

/// What a device last told of its queues, over all audits.
package struct QueueSummary: Hashable, Sendable {
    /// The device, in hexadecimal digits.
    package let replica: String
    /// Changes that it had not sent.
    package let unsent: UInt64
    let oldestMilliseconds: Int64
    let toldMilliseconds: Int64

    /// When the oldest of them was saved, by the server's clock.
    package var oldest: Date { Date(unixMilliseconds: oldestMilliseconds) }
    /// When it last told.
    package var told: Date { Date(unixMilliseconds: toldMilliseconds) }
}
