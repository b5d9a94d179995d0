import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over findings from elsewhere, or what a tool wrote down of a screen.",
        discussion: """
            ndjson, csv, earl and wcag-em bring findings of another audit or program. They become \
            judgements of yours, and say where they came from; the same file again changes \
            nothing, and no colleague's words are taken away. What you judged yourself is recorded \
            by accord record --from.

            The others read a capture. Controls of the catalogue that it shows are matched to the \
            audit's components by screen and label, or created. Facts are attached to their \
            states, and outcomes are suggested beside the criteria; a verdict is never set. All of \
            a capture is checked first; then it is saved as a whole, or not at all. The same file \
            again changes nothing.

            Example: accord import ndjson other-team.ndjson --map names.yaml --dry-run
            Example: accord import uiautomator window_dump.xml --screen Transactions --dry-run
            """,
        subcommands: [
            NDJSON.self, CSV.self, EARL.self, WCAGEM.self, UIAutomator.self, Appium.self,
            Framework.self,
        ])

    struct UIAutomator: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uiautomator", abstract: "Import the XML of Android’s uiautomator dump.",
            discussion: """
                The dump does not tell the screen’s name, so give it.

                Example: adb exec-out uiautomator dump /dev/tty | \\
                  accord import uiautomator - --screen Transactions
                """)

        @OptionGroup var capture: CaptureOptions

        func run() throws { try capture.run { try PageReader.read($0, from: .uiautomator) } }
    }

    struct Appium: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "appium", abstract: "Import the XML of Appium’s page source.",
            discussion: """
                Of an iOS app (XCUITest) or an Android app (UiAutomator2); which one the file \
                tells. On iOS the screen is named by its navigation bar unless you name it.

                Example: accord import appium page-source.xml --environment ios-voiceover-phone-18
                """)

        @OptionGroup var capture: CaptureOptions

        func run() throws { try capture.run { try PageReader.read($0, from: .appium) } }
    }

    struct Framework: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "atf",
            abstract: "Import results of Android’s Accessibility Test Framework.",
            discussion: """
                One AccessibilityEvaluation, in protobuf’s binary form, as JSON or in text format. \
                Its checks become suggestions where a criterion of the catalogue is about the same.

                Example: accord import atf evaluation.pb --screen Transactions
                """)

        @OptionGroup var capture: CaptureOptions

        func run() throws { try capture.run { try FrameworkReader.read($0) } }
    }
}

/// What every import of a capture takes.
struct CaptureOptions: ParsableArguments {
    @Argument(help: .file("The capture; - is standard input."), completion: .file())
    var file: String

    @Option(help: "The screen's name, where the capture does not tell it or you call it otherwise.")
    var screen: String?

    @Option(
        help: .environment(
            "Where it was captured (default: the audit's only one on that platform)."))
    var environment: String?

    @Flag(help: "Check the capture and say what would be saved, but save nothing.")
    var dryRun = false

    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func run(_ read: ([UInt8]) throws -> ScreenCapture) throws {
        let (client, view) = try options.open()
        let catalogue = try catalogue.find(client, view).required()
        let summary = try client.recording.importCapture(
            try read(try bytes()), screen: screen, environment: environment, in: view,
            catalogue: catalogue, rehearsal: dryRun ? Date() : nil)
        try options.report(summary.report(isRehearsal: dryRun))
    }

    /// The file's bytes; one more than is allowed of a file that never ends.
    private func bytes() throws -> [UInt8] {
        let bytesMax = Limits.standard.captureBytesMax
        let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        var bytes: [UInt8] = []
        do {
            guard let handle else { throw CocoaError(.fileReadNoSuchFile) }
            while bytes.count <= bytesMax,
                let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty
            {
                bytes += piece
            }
        } catch {
            throw ReportedError(.notFound, "\(file) cannot be read. Nothing was imported.")
        }
        return bytes
    }
}
