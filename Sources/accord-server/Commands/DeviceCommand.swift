import ArgumentParser
import Foundation
import Server
import Shared

struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "List devices, and end those that must not sync any more.",
        subcommands: [List.self, Retire.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List every device with its person, and what it had not sent.",
            discussion: """
                What a device has not sent is as it last told with a pull. Its last contact is \
                known within ten minutes.
                """)

        @OptionGroup var common: CommonOptions
        @Flag(help: "Print one line of JSON a device.") var json = false

        func run() async throws {
            let devices = try await common.administer { server in
                let devices = try await server.core.devices()
                let queues = Dictionary(
                    try await server.core.queues().map { ($0.replica, $0) },
                    uniquingKeysWith: { $1 })
                return devices.map { ListedDevice(device: $0, queue: queues[$0.replica]) }
            }
            try printEach(devices, json: json, \.line)
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a device: it reads nothing any more.",
            discussion: """
                What it has not sent yet it may still deposit: that waits in quarantine, where a \
                lead adopts or discards it. With --lost nothing is taken from it. A database that \
                is put back from a backup does not forget it. Works while the server runs.
                """)

        @OptionGroup var common: CommonOptions
        @Argument(help: ArgumentHelp("The device's id.", valueName: "id")) var replica: String
        @Flag(help: "Somebody else may have it: take nothing from it.") var lost = false
        @Flag(help: "Print one line of JSON.") var json = false

        func run() async throws {
            let replica = try ReplicaID.given(replica, as: "A device")
            let device = try await common.administer {
                try await $0.core.retire(replica, as: lost ? .lost : .retired, by: nil, at: Date())
            }
            try printEach([device], json: json, \.line)
        }
    }
}

private struct ListedDevice: Encodable {
    let device: DeviceSummary
    /// Nil where it has sent everything, as far as it told.
    let queue: QueueSummary?

    private enum Key: String, CodingKey { case unsent, oldestUnsent, unsentTold }

    func encode(to encoder: any Encoder) throws {
        try device.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(queue?.unsent ?? 0, forKey: .unsent)
        try container.encode(queue?.oldest, forKey: .oldestUnsent)
        try container.encode(queue?.told, forKey: .unsentTold)
    }

    var line: String {
        guard let queue else { return device.line }
        let changes = queue.unsent == 1 ? "1 change" : "\(queue.unsent) changes"
        return "\(device.line)  \(changes) unsent, the oldest of \(queue.oldest.shown), as of "
            + queue.told.shown
    }
}

extension DeviceSummary {
    fileprivate var line: String {
        let name = personName.isEmpty ? "(nameless)" : personName
        let owner = device.isEmpty ? name : "\(name), \(device)"
        let contact = seen.map { "last contact \($0.shown)" } ?? "no contact yet"
        guard let retirement, let retired else { return "\(replica)  \(owner)  \(contact)" }
        return "\(replica)  \(owner)  \(retirement.rawValue) \(retired.shown), \(contact)"
    }
}
