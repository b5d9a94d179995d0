import Shared

/// Devices that were retired or lost.
package struct EndedDevices: Sendable {
    /// The last number that counts of each device.
    var last: [ReplicaID: UInt64] = [:]
    /// What tells this list from every other; 0 while there is none.
    var stamp: UInt64 = 0
}
