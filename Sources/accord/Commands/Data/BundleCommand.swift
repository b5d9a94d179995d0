import ArgumentParser
import Client
import Foundation
import Reading
import Shared
import Storage

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
            commandName: "export",
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
            try NamedFile.check(file, replacing: false)
            let (client, view) = try options.open()
            let path = URL(fileURLWithPath: file).standardizedFileURL.path
            let bundle = try client.bundles.exportBundle(
                view.audit, to: file, withEvidence: withEvidence, program: Version.program,
                at: Date())
            try options.report([
                "file": path, "bytes": bundle.bytes, "audit": view.audit.hex,
                "chains": bundle.counts.chains, "changes": bundle.counts.changes,
                "evidence": bundle.evidence, "fingerprint": bundle.fingerprint,
            ]) {
                let changes = counted(Int(bundle.counts.changes), "change")
                let files =
                    bundle.evidence == 0 ? "" : " and \(counted(Int(bundle.evidence), "file"))"
                "Wrote \(changes)\(files) of “\(view.plan.title)” "
                    + "into \(path) (\(sized(bundle.bytes)))."
                "It is signed by this device, whose fingerprint is \(bundle.fingerprint)."
            }
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Take over the work in a bundle.",
            discussion: """
                The whole file is checked first; of one that is damaged nothing is taken. \
                Importing it again changes nothing. An audit that is not here yet begins with it.

                Example: accord bundle import /media/stick/maya.bundle
                """)

        @Argument(help: .file("The file to read."), completion: .file()) var file: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.openHome()
            let path = URL(fileURLWithPath: file).standardizedFileURL.path
            let (audit, taken) = try client.bundles.importBundle(from: path)
            try options.report([
                "audit": audit.hex, "changes": taken.changes, "evidence": taken.files,
                "people": taken.people.map {
                    ["name": $0.name, "changes": $0.changes, "person": $0.person.hex] as JSON
                },
                "apart": taken.apart.map(\.json),
                "forks": taken.forks.map {
                    ["name": $0.name, "from": Int(clamping: $0.n)] as JSON
                },
                "misnamed": taken.misnamed.map {
                    ["name": $0.name, "fingerprint": $0.fingerprint] as JSON
                },
            ]) {
                let title = try client.store.plan(audit)?.title ?? audit.hex
                for person in taken.people {
                    "Took over \(counted(person.changes, "change")) of \(person.name)."
                }
                for chain in taken.apart { chain.importedWords }
                if taken.files > 0 { "Took over \(counted(taken.files, "file")) of evidence." }
                if taken.changes + taken.files + taken.refusals.count == 0 {
                    "All of it is here already. “\(title)” is as it was."
                } else if !taken.people.isEmpty {
                    "They are part of “\(title)” now; the server learns of them by accord sync."
                }
            }
            if !taken.refusals.isEmpty {
                throw ReportedError(.badInput, taken.refusals.joined(separator: "\n"))
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List imported work that has no effect here, and why.",
            discussion: "Example: accord bundle list")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let apart = try client.store.devices.apart(view.audit)
            try options.report(.array(apart.map(\.json))) {
                if apart.isEmpty { "Everything that was imported has effect." }
                apart.map(\.words)
            }
        }
    }

    struct Accept: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
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
            let client = try options.openHome()
            let accepted = try client.store.devices.accept(fingerprint, at: Date())
            try options.report(
                accepted.map {
                    [
                        "audit": $0.audit.hex, "name": $0.personName, "changes": $0.changes,
                        "hasEffect": $0.counts,
                    ] as JSON
                }.json
            ) {
                for one in accepted {
                    let title = try client.store.plan(one.audit)?.title ?? one.audit.hex
                    let work = "\(counted(one.changes, "change")) of \(one.personName)"
                    one.counts
                        ? "\(work) are part of “\(title)” now."
                        : "\(work) stay apart in “\(title)”: a server has that audit, and its "
                            + "leads decide. accord sync brings them there."
                }
            }
        }
    }
}

extension ApartChain {
    fileprivate var importedWords: String {
        guard standing == .unknown else { return words }
        return "\(counted(changes, "change")) by a device that says it is \(personName)’s are "
            + "kept apart: it is not known here. If \(personName) reads out the same "
            + "fingerprint: accord bundle accept \(fingerprint)"
    }
}
