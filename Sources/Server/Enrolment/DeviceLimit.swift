import Foundation
import Shared

/// How many devices a person may have, and how many new ones a day.
///
/// Each device that writes to a record stays in its context for ever, so that whoever enrolled them
/// by the thousand could make a record too large to read.
struct DeviceLimit {
    let limits: Limits
    let tables: IdentityTables
    let now: Int64
    private static let day: Int64 = 24 * 3600 * 1000

    /// Throws `too-many-devices`, with which one to retire, unless one more has room; the device by
    /// whose token it comes makes room for it.
    func check(for person: PersonID, successorOf former: ReplicaID?) throws {
        let devices = try tables.countedDevices(of: person)
        let today = devices.count { $0.enrolledMilliseconds > now - Self.day }
        guard today < limits.newDevicesPerDayMax else {
            throw Problem(
                .tooManyDevices,
                detail: "\(today) devices were enrolled for this person within a day; one more "
                    + "can be enrolled tomorrow",
                retryAfter: 3600)
        }
        let present = devices.filter { !$0.isRetired && $0.replica != former && !isSilent($0) }
        guard present.count >= limits.devicesPerPersonMax, let idle = present.first else { return }
        let since = Date(unixMilliseconds: idle.lastMilliseconds)
            .formatted(.iso8601.year().month().day())
        let name = idle.device.isEmpty ? "" : "“\(idle.device)”, "
        throw Problem(
            .tooManyDevices,
            detail: "this person has \(present.count) devices; retire one that is not used any "
                + "more, such as \(name)\(idle.replica.hex), silent since \(since): "
                + "accord-server device retire \(idle.replica.hex)",
            retryAfter: 3600)
    }

    private func isSilent(_ device: CountedDevice) -> Bool {
        let days = Int64(clamping: limits.succeededDeviceDays)
        return device.isSucceeded && device.lastMilliseconds < now - days * Self.day
    }
}
