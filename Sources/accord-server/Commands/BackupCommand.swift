import ArgumentParser
import Foundation
import Server
import Shared
import Storage

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy database and evidence into a new folder, while they are served.",
        discussion: """
            The copy is of one moment, however much is written meanwhile; the files of evidence \
            that it refers to follow. A plain copy of the data folder may be torn: in a trial one \
            in six was. The folder `keep` is not in it: its key lies elsewhere, as "init" said.

            Example: accord-server backup --data /srv/accord /backups/2027-01-15
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "Where to write it; nothing may be there.") var to: String
    @Flag(help: "Print one line of JSON.") var json = false

    func run() async throws {
        try DurableFolder.check(to)
        let target = URL(fileURLWithPath: to)
        let contents = try await common.administer { try await $0.backUp(to: target) }
        try contents.print(json: json) {
            "Backed up \($0). Check it with: accord-server verify-backup "
                + TerminalText.shellWord(to)
        }
    }
}

struct VerifyBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-backup",
        abstract: "Read all of a backup, and say what is wrong with it.",
        discussion: """
            The database's pages, the records of every audit against its root, and every file \
            against its hash. Exit code 1 when anything is damaged or missing.
            """)

    @Argument(help: "The backup's folder.") var from: String
    @Flag(help: "Print one line of JSON.") var json = false

    func run() async throws {
        try ServerBackup(at: URL(fileURLWithPath: from)).verify().print(json: json) {
            "The backup is sound: \($0)."
        }
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup into a data folder that has no database.",
        discussion: """
            The folder needs the server's key: copy `keep` back, or run "init --escrow" first. \
            The backup is checked before anything is written. The laptops then bring back what it \
            lacks, each with its next sync; nobody has to do anything.

            Example: accord-server restore --data /srv/accord /backups/2027-01-15
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The backup's folder.") var from: String
    @Flag(help: "Print one line of JSON.") var json = false

    func run() async throws {
        var generator = SystemRandomNumberGenerator()
        let contents = try await ServerBackup(at: URL(fileURLWithPath: from)).restore(
            to: try common.dataFolder(), at: Date(), using: &generator)
        try contents.print(json: json) {
            "Restored \($0). Start the server; laptops bring back what came later."
        }
    }
}

struct DeclareRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare-restore",
        abstract: "Say that the database was put back from a backup.",
        discussion: """
            Once, after the backup is in place and before the server starts. The laptops then \
            bring back what the backup lacks, each with its next sync; nobody has to do anything.

            A restore is noticed without this, at start by the `keep` folder, or later by the \
            laptops. Declared, it is known before the first of them comes.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        var generator = SystemRandomNumberGenerator()
        let epoch = try await Administration.declareRestore(
            in: try common.dataFolder(), at: Date(), using: &generator)
        if json { return try printJSON(["epoch": epoch.hex]) }
        try print("Declared. The laptops bring back what the backup lacks with their next sync.")
    }
}

extension ServerBackup.Contents {
    /// Prints what is in a backup; ends with code 1 when that is not all.
    fileprivate func print(json: Bool, _ sentence: (String) -> String) throws {
        if json {
            try printJSON(self)
        } else if isWhole {
            try printLine(sentence("\(counts), \(bytes) bytes"))
        } else {
            for fault in faults { try printLine("damaged  \(fault)") }
            for hash in missing { try printLine("missing  \(hash.hex)") }
            try printLine("The rest is there: \(counts).")
        }
        guard isWhole else { throw ExitCode(1) }
    }

    private var counts: String { "\(audits) audits, \(records) records, \(files) files" }
}
