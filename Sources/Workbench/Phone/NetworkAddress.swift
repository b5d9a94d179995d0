import NIOCore

/// Where other devices of its network reach this machine.
package enum NetworkAddress {
    /// The first address of version 4 that is neither loopback nor self-given; nil for none.
    ///
    /// Names of version 6 are too long for anybody who types them, and change.
    package static func first() -> String? {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap(\.address).filter { $0.protocol == .inet }
            .compactMap(\.ipAddress)
            .first { !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") && $0 != "0.0.0.0" }
    }
}
