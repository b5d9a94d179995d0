import ArgumentParser
import Client
import Foundation
import Reading
import Shared
import Storage

struct CatalogueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Read what is tested on which control, and how.",
        discussion: "Example: accord catalogue show menu",
        subcommands: [
            List.self, Show.self, WCAG.self, Check.self, Diff.self, ExportFiles.self,
        ],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the controls with their states.",
            discussion: """
                It is the catalogue that came with the audit, where --audit names one or there is
                one alone; else the one that audits begin with.

                Example: accord catalogue list
                """)

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let catalogue = try catalogue.find(options)
            try options.report([
                "pin": catalogue.pin.text, "version": catalogue.version,
                "hash": catalogue.files.hash.hex, "controls": catalogue.controls.map(\.json),
            ]) {
                "catalogue \(catalogue.pin)\n"
                let rows = catalogue.controls.flatMap { control -> [[String]] in
                    control.platforms.map { platform in
                        let states = platform.states.map { $0.isUsual ? $0.id : "[\($0.id)]" }
                        return [
                            control.id, platform.id,
                            "\(platform.criteria.count)",
                            states.joined(separator: " "),
                        ]
                    }
                }
                let states = "STATES (OPTIONAL ONES IN BRACKETS)"
                Table(heading: ["CONTROL", "PLATFORM", "CRITERIA", states], rows: rows).text
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a control's criteria, or one criterion with how to test it.",
            discussion: """
                Example: accord catalogue show menu
                Example: accord catalogue show menu.ios
                Example: accord catalogue show menu.ios.state-open
                Example: accord catalogue show "bottom sheet"
                """)

        @Argument(
            help: .init("A control, one with its platform, or a criterion's id.", valueName: "name")
        )
        var name: String

        @Option(
            help: .init(
                "The language of texts that the catalogue has beside English.", valueName: "de"))
        var language: String?

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let english = try catalogue.find(options)
            if let language, language != "en", !english.languages.contains(language) {
                throw AuditError.notFound(
                    what: "language of the catalogue", name: language,
                    known: ["en"] + english.languages)
            }
            let catalogue = english.speaking(language)
            if let control = try control(in: catalogue) { return try options.report(control) }
            do {
                let criterion = try catalogue.criterion(named: name)
                let platform = catalogue.controls.flatMap(\.platforms).first {
                    $0.criteria.contains(criterion)
                }
                try options.report(criterion.report(on: platform))
            } catch AuditError.notFound(_, let name, let near) {
                let controls = catalogue.headings.flatMap { [$0.id] + $0.aliases }
                throw AuditError.notFound(
                    what: "control or criterion", name: name,
                    known: nearNames(to: name, among: controls + near, isClose: true))
            }
        }

        /// A control, or as `menu.ios` what it is on one platform; nil for any other name.
        private func control(in catalogue: Catalogue) throws -> Control? {
            let words = name.split(separator: ".", omittingEmptySubsequences: false)
            guard words.count < 3, let control = try? catalogue.control(named: String(words[0]))
            else { return nil }
            guard words.count == 2 else { return control }
            let platform = words[1].lowercased()
            if let only = control.only(on: platform) { return only }
            throw AuditError.notFound(
                what: "platform of \(control.id)", name: platform,
                known: control.platforms.map { "\(control.id).\($0.id)" })
        }
    }

    struct WCAG: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wcag",
            abstract: "List the success criteria of WCAG 2.2 with what judges each.",
            discussion: """
                Levels A and AA, by the criteria that name them.

                Example: accord catalogue wcag
                """)

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let criteria = try catalogue.find(options).controls.flatMap(\.platforms)
                .flatMap(\.criteria)
            let judged = SuccessCriterion.all.map { success in
                (success, criteria.filter { $0.wcag.contains(success.number) }.map(\.id))
            }
            try options.report([
                "successCriteria": judged.map { success, ids in
                    [
                        "number": success.number, "name": success.name,
                        "level": success.level.rawValue, "criteria": ids,
                    ] as JSON
                }
            ]) {
                let rows = judged.map { success, ids in
                    let first = ids.prefix(3).joined(separator: " ")
                    let rest = ids.count > 3 ? " and \(ids.count - 3) more" : ""
                    return [
                        success.number, success.name, success.level.rawValue,
                        ids.isEmpty ? "none: a tester notes it by hand" : first + rest,
                    ]
                }
                Table(heading: ["WCAG", "NAME", "LEVEL", "JUDGED BY"], rows: rows).text
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check a folder of catalogue files before an audit pins it.",
            discussion: """
                Every file is read, and every example is held against the announcement beside it.
                Without a folder it is the catalogue that is built in; of a file it is the folder
                that holds it, because an audit pins all of it.

                Example: accord catalogue check our-catalogue
                """)

        @Argument(help: .init("A folder of *.yaml files.", valueName: "folder"))
        var folder: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let looked = folder.map(Self.folder(of:))
            let place = looked == folder ? "" : looked.map { "Looked at the folder \($0). " } ?? ""
            switch try CatalogueCheck(folder: looked) {
            case .wrong(let faults):
                let lines = faults.map(\.description).joined(separator: "\n")
                throw ReportedError(
                    .badInput,
                    "\(place)\(faults.count) found; no audit can pin this catalogue.\n\(lines)")
            case .sound(let catalogue, let builtIn): try report(catalogue, place, builtIn)
            }
        }

        private func report(_ catalogue: Catalogue, _ place: String, _ builtIn: Int) throws {
            let platforms = catalogue.controls.flatMap(\.platforms)
            let own = catalogue.headings.count - builtIn
            let counts = [
                "controls": own + builtIn, "controlsBuiltIn": builtIn,
                "criteria": platforms.map(\.criteria.count).reduce(0, +),
                "announcements": platforms.map(\.announcements.count).reduce(0, +),
                "hints": platforms.map(\.hints.count).reduce(0, +),
            ]
            try options.report(["pin": catalogue.pin.text, "counts": counts]) {
                place + controlWords(own, builtIn) + ": nothing is wrong."
                "catalogue \(catalogue.pin): "
                    + ["criteria", "announcements", "hints"].map { "\(counts[$0] ?? 0) \($0)" }
                    .joined(separator: ", ") + "."
                if builtIn == 0 {
                    "It takes the place of the catalogue that is built in; with a catalogue.yaml "
                        + "that says `extends: built-in` it is added to that."
                }
            }
        }

        private func controlWords(_ own: Int, _ builtIn: Int) -> String {
            guard folder != nil else { return "\(builtIn) controls built in" }
            return counted(own, "control") + (builtIn > 0 ? ", and \(builtIn) built in" : "")
        }

        private static func folder(of path: String) -> String {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard isThere, !isFolder.boolValue else { return path }
            return URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
        }
    }

    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Say what differs between two catalogues for those who judge by them.",
            discussion: """
                Help, hints and examples are left out: they ask nobody to judge anew. Without a \
                second folder the first is held against the catalogue that is built in.

                Example: accord catalogue diff our-catalogue new-catalogue
                """)

        @Argument(help: .init("A folder of *.yaml files.", valueName: "before"))
        var before: String

        @Argument(help: .init("A folder of *.yaml files.", valueName: "now"))
        var now: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.report(
                CatalogueDifference(
                    from: try Catalogue.read(folder: before), to: try Catalogue.read(folder: now)))
        }
    }

    struct ExportFiles: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write a catalogue's files into a new folder, to be changed.",
            discussion: """
                A folder that is given with --catalogue takes the place of what is built in, \
                unless its catalogue.yaml says that it extends that (docs/catalogue.md). To change \
                what is built in, begin with all files. What has the folder's name already is \
                never written over.

                Example: accord catalogue export our-catalogue
                """)

        @Argument(
            help: .init("The folder to make.", valueName: "folder"), completion: .directory)
        var folder: String

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            try DurableFolder.check(folder)
            let target = URL(fileURLWithPath: folder).path
            guard !DurableFolder.isTaken(target) else { throw StorageError.taken(path: folder) }
            let files = try catalogue.find(options).files.files
            let draft = try FolderDraft(for: target)
            for file in files {
                let path = URL(fileURLWithPath: "\(draft.path)/\(file.path)")
                try DurableFolder.make(path.deletingLastPathComponent().path)
                try DurableFolder.write(file.content, to: path.path)
            }
            try draft.publish(as: target)
            try options.report(["files": files.map(\.path), "folder": folder]) {
                "Wrote \(counted(files.count, "file")) into \(folder)."
                "Check it with accord catalogue check, and begin an audit with --catalogue."
            }
        }
    }
}
