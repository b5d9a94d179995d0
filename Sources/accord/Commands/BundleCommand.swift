import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct BundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle", abstract: "Carry work between laptops in one signed file.",
        discussion: """
            For a team without a network: each exports a bundle, and imports the others'. What \
            came that way is shown with everything else, conflicts too, and "accord sync" of \
            whoever meets the server first brings it there under its authors' names. For that, \
            each author's laptop has to have joined the server once: the server's certificate \
            goes with the file. Work of a device that nobody knows is kept apart until you have \
            compared its fingerprint with its owner ("accord bundle accept").
            """, subcommands: [Export.self, Import.self, List.self, Accept.self])

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write your work of an audit, and what you carry for others, into a file.",
            discussion: """
                The file is signed by this laptop: whoever carries it can neither alter it nor \
                add to it. It holds no key and no token. It is not encrypted.

                Example: accord bundle export /media/stick/maya.bundle --with-evidence
                """)

        @Argument(help: .file("The file to write; it must not exist."), completion: .file())
        var file: String

        @Flag(help: "Add the files of evidence that findings refer to.") var withEvidence = false
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let path = URL(fileURLWithPath: file).standardizedFileURL.path
            let bundle = try client.bundles.exportBundle(
                view.audit, to: path, withEvidence: withEvidence, program: Version.program,
                at: Date())
            try options.answer([
                "file": path, "bytes": bundle.bytes, "audit": view.audit.hex,
                "chains": bundle.counts.chains, "changes": bundle.counts.changes,
                "evidence": bundle.evidence, "fingerprint": bundle.fingerprint,
            ]) {
                let changes = counted(Int(bundle.counts.changes), "change")
                let files =
                    bundle.evidence == 0 ? "" : " and \(counted(Int(bundle.evidence), "file"))"
                print(
                    "Wrote \(changes)\(files) of “\(view.plan.title)” "
                        + "into \(path) (\(sized(bundle.bytes))).")
                print("It is signed by this device, whose fingerprint is \(bundle.fingerprint).")
            }
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take over the work in a bundle.",
            discussion: """
                The whole file is checked first; of one that is damaged nothing is taken. \
                Importing it again changes nothing. An audit that is not here yet begins with it.

                Example: accord bundle import /media/stick/maya.bundle
                """)

        @Argument(help: .file("The file to read."), completion: .file()) var file: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.open()
            let path = URL(fileURLWithPath: file).standardizedFileURL.path
            let (audit, taken) = try client.bundles.importBundle(from: path)
            try options.answer([
                "audit": audit.hex, "changes": taken.changes, "evidence": taken.files,
                "people": taken.people.map {
                    ["name": $0.name, "changes": $0.changes, "person": $0.person.hex] as JSON
                },
                "apart": taken.apart.map {
                    ["name": $0.name, "changes": $0.changes, "fingerprint": $0.fingerprint] as JSON
                },
                "forks": taken.forks.map {
                    ["name": $0.name, "from": Int(clamping: $0.n)] as JSON
                },
            ]) { try tell(taken, title: client.store.plan(audit)?.title ?? audit.hex) }
            if !taken.forks.isEmpty {
                throw ReportedError(.badInput, taken.forks.map(\.words).joined(separator: "\n"))
            }
        }

        private func tell(_ taken: BundleTaken, title: String) {
            for person in taken.people {
                print("Took over \(counted(person.changes, "change")) of \(person.name).")
            }
            for device in taken.apart { print(device.words) }
            if taken.files > 0 { print("Took over \(counted(taken.files, "file")) of evidence.") }
            if taken.changes + taken.files + taken.forks.count == 0 {
                print("All of it is here already. “\(title)” is as it was.")
            } else if !taken.people.isEmpty {
                print("They are part of “\(title)” now; the server learns of them by accord sync.")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List imported work that has no effect here, and why.",
            discussion: "Example: accord bundle list")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let apart = try client.store.devices.apart(view.audit)
            try options.answer(.array(apart.map(\.json))) {
                if apart.isEmpty { print("Everything that was imported has effect.") }
                for chain in apart { print(chain.words) }
            }
        }
    }

    struct Accept: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Accept the device of a colleague whom no server knows.",
            discussion: """
                Compare the fingerprint with her first, by voice or on her screen: "accord bundle \
                export" and "accord status" print it there. What she wrote has effect on this \
                laptop then, until a server has the audit; there a lead decides.

                Example: accord bundle accept 7F3A-91C2-0B5D-44E1-9A20
                """)

        @Argument(help: .init("As the device prints it.", valueName: "fingerprint"))
        var fingerprint: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.open()
            let accepted = try client.store.devices.accept(fingerprint, at: Date())
            let all = accepted.map {
                [
                    "audit": $0.audit.hex, "name": $0.personName, "changes": $0.changes,
                    "hasEffect": $0.counts,
                ] as JSON
            }
            try options.answer(all.json) {
                for one in accepted {
                    let title = try client.store.plan(one.audit)?.title ?? one.audit.hex
                    let changes = counted(one.changes, "change")
                    print(
                        one.counts
                            ? "\(changes) of \(one.personName) are part of “\(title)” now."
                            : "\(changes) of \(one.personName) stay apart in “\(title)”: a server "
                                + "has that audit, and its leads decide. "
                                + "accord sync brings them there.")
                }
            }
        }
    }
}

extension BundleTaken.Apart {
    fileprivate var words: String {
        "\(counted(changes, "change")) by a device that says it is \(name)’s are kept apart: it is "
            + "not known here. If \(name) reads out the same fingerprint: accord bundle accept "
            + fingerprint
    }
}

extension ApartChain {
    var json: JSON {
        [
            "name": personName, "changes": changes, "fingerprint": fingerprint,
            "standing": standing.rawValue,
        ]
    }
}
