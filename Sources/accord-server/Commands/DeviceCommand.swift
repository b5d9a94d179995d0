import ArgumentParser
import Foundation
import Server
import Shared

struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "List devices, and end those that must not sync any more.",
        subcommands: [List.self, Retire.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List every device with its person.")

        @OptionGroup var common: CommonOptions

        @Flag(help: "Print one line of JSON a device.")
        var json = false

        func run() async throws {
            let server = try Administration.open(common)
            let devices = try await server.devices()
            try server.close()
            for device in devices {
                if json { try printJSON(device) } else { print(device.line) }
            }
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

        @Argument(help: ArgumentHelp("The device's id.", valueName: "id"))
        var replica: String

        @Flag(help: "Somebody else may have it: take nothing from it.")
        var lost = false

        @Flag(help: "Print one line of JSON.")
        var json = false

        func run() async throws {
            guard let replica = ReplicaID(hex: replica) else {
                throw ValidationError("A device's id has 32 hexadecimal digits.")
            }
            let server = try Administration.open(common)
            let device = try await server.retire(
                replica, as: lost ? .lost : .retired, at: Date())
            try server.close()
            if json { try printJSON(device) } else { print(device.line) }
        }
    }
}

extension DeviceSummary {
    fileprivate var line: String {
        let name = personName.isEmpty ? "(nameless)" : personName
        let owner = device.isEmpty ? name : "\(name), \(device)"
        guard let retirement, let retired else { return "\(replica)  \(owner)" }
        return "\(replica)  \(owner)  \(retirement.rawValue) \(retired.shown)"
    }
}
