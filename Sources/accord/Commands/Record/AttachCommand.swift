import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Attach screenshots, recordings or other files to a finding.",
        discussion: """
            The files are copied into your work's folder first, so you may move or delete yours. \
            The next sync sends them, after your findings. What kind of file it is is told from \
            its bytes, not from its name.

            Photographs and videos made with a phone hold the place where they were made: \
            --strip-location takes that out of the copy, of JPEG, PNG, MP4 and QuickTime files, \
            and refuses others. A file that the finding has already is told, and nothing \
            is written.

            --shows says what a picture shows, for those who cannot see it, and --heard what is \
            heard in a recording. `accord evidence describe` says it later.

            Example: accord attach "Accounts/Account options@ios-voiceover-phone-18:expanded" \
              --criterion state-open menu.png --shows "The menu is open, its first item focused."
            Example: screenshot | accord attach "$STATE" --criterion state-open - --name menu.png
            """)

    @OptionGroup var named: FindingOptions

    @Argument(help: .file("The files; - is standard input."), completion: .file())
    var files: [String]

    @Option(help: "What the file is called, instead of its own name; for one file.")
    var name: String?

    @OptionGroup var words: EvidenceOptions

    @Flag(help: "Take the place where they were made out of the files.") var stripLocation = false
    @OptionGroup var options: AuditOptions

    func validate() throws {
        try require(!files.isEmpty, "Name a file, or - for standard input.")
        try require(name == nil || files.count == 1, "--name goes with one file.")
        try require(files.count(where: { $0 == "-" }) < 2, "Standard input can be read once.")
    }

    func run() throws {
        let (client, view) = try options.open()
        let (item, finding) = try named.find(client, view)
        let attached = try client.evidence.attach(
            try files.map(source), to: finding.criterion, of: item, in: view,
            saying: words.texts, location: stripLocation ? .remove : .keep)
        try options.report([
            "state": item.name, "criterion": finding.criterion, "evidence": attached.map(\.json),
        ]) {
            attached.map(\.words)
            attached.compactMap(\.doubt)
            if attached.contains(where: { $0.location == .kept }) {
                "It says where it was made: --strip-location takes that out."
            }
            if attached.contains(where: { $0.location == .removed }) {
                "The place where it was made was taken out."
            }
            attached.allSatisfy(\.isKnown)
                ? "Attached to \(finding.criterion) already. Nothing was written."
                : "Attached to \(finding.criterion), saved on this laptop."
        }
    }

    private func source(_ path: String) throws -> EvidenceSource {
        let source =
            path == "-"
            ? EvidenceSource(.standardInput, name: name)
            : try EvidenceSource(path: path, name: name ?? path)
        guard name == nil || source.name != nil else {
            throw AuditError.invalid("a file's name must say something; leave out --name for none")
        }
        return source
    }
}

extension AttachedEvidence {
    fileprivate var json: JSON {
        [
            "sha256": hash.hex, "name": name, "type": type?.mediaType, "bytes": size,
            "new": !isKnown,
            "location": location.rawValue,
        ]
    }

    fileprivate var words: String {
        let kind = type.map { "\($0.mediaType), " } ?? ""
        let known = isKnown ? "  attached already" : ""
        return "\(name ?? "standard input") (\(kind)\(sized(size)))  \(hash.hex.prefix(12))\(known)"
    }
}
