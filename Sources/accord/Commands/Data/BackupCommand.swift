import ArgumentParser
import Client
import Foundation
import Shared
import Storage

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy this laptop's work into one file.",
        discussion: """
            The file is a database that stands alone, whole even while you go on recording. It \
            holds no key and no token. An existing file is never overwritten; a folder of evidence \
            gets what it lacks.

            To put it back while no accord runs: copy the file over accord.sqlite in the home, \
            or into an empty folder under that name, and the folder's files into evidence beside \
            it. The laptop then goes on as a device of its own, with what its journal has beyond \
            the backup; on another machine it needs an invite: accord join URL CODE

            Example: accord backup /media/stick/monday.sqlite --evidence /media/stick/evidence
            """)

    @Argument(help: .file("The file to write; it must not exist."), completion: .file())
    var file: String

    @Option(help: .folder("Copy attached files into this folder."), completion: .directory)
    var evidence: String?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        try NamedFile.check(file, replacing: false)
        if let evidence { try DurableFolder.check(evidence) }
        let client = try options.openHome()
        let backup = try client.backUp(to: file, evidenceTo: evidence)
        let path = URL(fileURLWithPath: file).standardizedFileURL.path
        try options.report([
            "file": path, "bytes": backup.bytes, "evidence": backup.files,
            "evidenceCopied": backup.filesCopied,
        ]) {
            "Copied your work into \(path) (\(sized(backup.bytes)))."
            if let evidence {
                "\(evidence) has \(counted(backup.files, "file")) of evidence, "
                    + "\(backup.filesCopied) of them new."
            }
        }
    }
}
