import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "List the devices that write in an audit, what they hold back, and end one.",
        discussion: "Example: accord device list",
        subcommands: [List.self, Retire.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List devices: all to leads, their own to others.",
            discussion: """
                What a device had not sent is as it last said to the server, and came with your \
                last sync. It was heard of when it said that, or wrote what stands. What an ended \
                one wrote after its last number has no effect.

                Example: accord device list --json
                """)

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            try options.report(
                DevicesReport(
                    devices: try client.queries.devices(of: view),
                    last: try client.queries.lastContact(of: view.audit), view: view))
        }
    }
}

extension DeviceCommand {
    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retire",
            abstract: "End a device at the server: it reads nothing any more.",
            discussion: """
                Its owner ends it, or a lead of an audit that it wrote in. What it has not sent \
                can still come in, and waits for a lead (accord quarantine). With --lost nothing \
                is taken from it any more: that is for its owner to say, or for whoever runs the \
                server. Doing it again changes nothing.

                Example: accord device retire 1f0c9a2e
                """)

        @Argument(help: .init("The first digits of its id, as listed.", valueName: "device"))
        var device: String
        @Flag(help: "Somebody else may have it: take nothing from it.") var lost = false
        @OptionGroup var options: AuditOptions

        func run() async throws {
            let (client, view) = try options.open()
            let found = try one(of: try client.queries.devices(of: view))
            let ended = try await client.syncing.end(
                found, as: lost ? .lost : .retired, in: view, over: client.connect)
            try options.report(ended.json) {
                "\(found.owner(in: view)), \(found.name): \(ended.retirement) since "
                    + "\(shown(ended.retired))"
                "It held back, as far as is known here: \(found.work.words.lowercased())"
            }
        }

        private func one(of devices: [AuditDevice]) throws -> AuditDevice {
            let found = devices.filter {
                device.count >= 6 && $0.replica.hex.hasPrefix(device.lowercased())
            }
            guard let only = found.first else {
                throw AuditError.notFound(
                    what: "device", name: device,
                    known: devices.map { String($0.replica.hex.prefix(8)) })
            }
            guard found.count == 1 else {
                throw AuditError.ambiguous(
                    what: "device", name: device, candidates: found.map(\.replica.hex))
            }
            return only
        }
    }
}

extension EndedDevice {
    fileprivate var json: JSON {
        [
            "device": device, "name": personName, "replica": replica, "retired": retired,
            "retirement": retirement,
        ]
    }
}

/// A row a device, and as of when.
private struct DevicesReport: Report {
    let devices: [AuditDevice]
    let last: Date?
    let view: AuditView

    @LineBuilder var lines: [String] {
        Table(
            heading: ["ID", "PERSON", "DEVICE", "WORK", "LAST HEARD OF"],
            rows: devices.map { device in
                [
                    String(device.replica.hex.prefix(8)), device.owner(in: view), device.name,
                    device.work.words, device.heard.map(shown) ?? "never",
                ]
            }
        ).lines
        last.map { "As of the sync of \(shown($0))." } ?? "No server has told of any other yet."
    }

    var json: JSON {
        .array(
            devices.map { device in
                [
                    "asOf": device.asOf, "changes": Int(clamping: device.changes),
                    "device": device.device,
                    "endedAfter": device.endedAfter, "heard": device.heard,
                    "isThisOne": device.isThisOne,
                    "name": device.person.map(view.plan.name(of:)), "person": device.person?.hex,
                    "replica": device.replica.hex,
                    "unsent": device.work.unsent,
                ] as JSON
            })
    }
}

extension AuditDevice {
    fileprivate var endedAfter: Int? {
        if case .ended(let n) = work { Int(clamping: n) } else { nil }
    }

    fileprivate var isThisOne: Bool { if case .here = work { true } else { false } }

    fileprivate var asOf: Date? { if case .told(_, let at) = work { at } else { nil } }
}
