import ArgumentParser
import Client
import Foundation
import Shared

/// Carries work between laptops that meet without a server.
struct BundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Carry work between laptops in one signed file.",
        discussion: """
            For a team without a network: each exports a bundle, and imports the others'. What \
            came that way is shown with everything else, conflicts too, and "accord sync" of \
            whoever meets the server first brings it there under its authors' names. For that, \
            each author's laptop has to have joined the server once.
            """,
        subcommands: [Export.self, Import.self])

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write your work of an audit, and what you carry for others, into a file.",
            discussion: """
                The file is signed by this laptop: whoever carries it can neither alter it nor \
                add to it. It holds no key and no token. It is not encrypted.

                Example: accord bundle export /media/stick/maya.bundle --with-evidence
                """)

        @Argument(
            help: ArgumentHelp("The file to write; it must not exist.", valueName: "file"),
            completion: .file())
        var file: String

        @Flag(help: "Add the files of evidence that findings refer to.")
        var withEvidence = false

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let path = URL(fileURLWithPath: file).standardizedFileURL.path
            let bundle = try client.exportBundle(
                view.audit, to: path, withEvidence: withEvidence, program: Version.program,
                at: Date())
            let counts = bundle.counts
            if options.json {
                return try JSON.object([
                    "file": .string(path), "bytes": .number(Int64(bundle.bytes)),
                    "audit": .string(view.audit.hex), "chains": .number(Int64(counts.chains)),
                    "changes": .number(Int64(counts.changes)),
                    "evidence": .number(Int64(counts.files)),
                ]).printed()
            }
            let files = counts.files == 0 ? "" : " and \(counted(Int(counts.files), "file"))"
            print(
                "Wrote \(counted(Int(counts.changes), "change"))\(files) of “\(view.plan.title)” "
                    + "into \(path) (\(sized(bundle.bytes))).")
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

        @Argument(
            help: ArgumentHelp("The file to read.", valueName: "file"), completion: .file())
        var file: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.open()
            let path = URL(fileURLWithPath: file).standardizedFileURL.path
            let (audit, taken) = try client.importBundle(from: path)
            if options.json {
                return try JSON.object([
                    "audit": .string(audit.hex), "changes": JSON(taken.changes),
                    "evidence": JSON(taken.files),
                    "people": .array(
                        taken.people.map {
                            .object([
                                "name": .string($0.name), "changes": JSON($0.changes),
                                "person": .string($0.person.hex),
                            ])
                        }),
                ]).printed()
            }
            let title = try client.store.plan(audit)?.title ?? audit.hex
            for person in taken.people {
                print("Took over \(counted(person.changes, "change")) of \(person.name).")
            }
            if taken.files > 0 { print("Took over \(counted(taken.files, "file")) of evidence.") }
            if taken.changes + taken.files == 0 {
                print("All of it is here already. “\(title)” is as it was.")
            } else {
                print("They are part of “\(title)” now; the server learns of them by accord sync.")
            }
        }
    }
}
