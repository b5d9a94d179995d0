import ArgumentParser
import Foundation
import Workbench

/// What every command takes that opens pages in a browser.
struct ServingOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Open the address in the default browser (default: on a terminal with a desktop).")
    var open: Bool?

    static func check(port: Int?) throws {
        try require((0...65_535).contains(port ?? 0), "A port is a number from 0 to 65535.")
    }

    /// Serves pages until they are ended: tells the address, and at each Enter a fresh one.
    ///
    /// - Parameter remark: What else is to be said once it listens; nil for nothing.
    func run(
        _ workbench: Workbench, remark: @escaping @Sendable (Workbench.Listening) -> String?
    ) async throws {
        let opensBrowser = open ?? (Terminal.output.isInteractive && Desktop.isThere)
        try await workbench.run { listening in
            let address = listening.newAddress()
            do { try Self.tell(address) } catch { ExitStatus.end(with: error) }
            if let remark = remark(listening) { Terminal.errors.tell("accord: \(remark)\n") }
            if opensBrowser { Desktop.show(address) }
            if isatty(STDIN_FILENO) == 1 { Self.tellMore(listening) }
        }
    }

    /// Whoever waits for the address reads it from a pipe as well.
    private static func tell(_ address: String) throws {
        try print("Workbench: \(address)")
    }

    private static func tellMore(_ listening: Workbench.Listening) {
        Terminal.errors.tell("Enter: an address for another browser. Ctrl-C: the end.\n")
        // In the background of a shell it would be stopped for reading; so reading ends instead.
        signal(SIGTTIN, SIG_IGN)
        Thread.detachNewThread {
            while readLine() != nil { try? tell(listening.newAddress()) }
        }
    }
}

/// The desktop of whoever sits here, and its default browser.
enum Desktop {
    static var isThere: Bool {
        #if os(macOS)
            true
        #else
            let variables = ProcessInfo.processInfo.environment
            let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
                variables[$0].map { !$0.isEmpty } ?? false
            }
            return hasDisplay && opener != nil
        #endif
    }

    private static var opener: String? {
        #if os(macOS)
            "/usr/bin/open"
        #else
            (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
                .map { "\($0)/xdg-open" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        #endif
    }

    /// Asks for the default browser; where there is none the address stands printed.
    static func show(_ address: String) {
        guard let opener else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: opener)
        process.arguments = [address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
