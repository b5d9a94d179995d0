import Foundation
import TestSupport
import Testing

/// What a command writes to where its user names a place: that file, and nothing else there.
@Suite(.serialized)
struct NamedFileTests {
    private let program: Program
    private let folder: TemporaryFolder
    private let place: URL

    init() throws {
        folder = try TemporaryFolder()
        place = folder.url.appending(path: "place")
        program = .accord(home: folder.url.appending(path: "home"))
        try program.succeed("init", "--name", "Rosa Quint")
        try program.succeed(
            "audit", "new", "Orchard", "--build", "ios=1.0", "--environment",
            "ios-voiceover-phone-18")
        try FileManager.default.createDirectory(
            at: place.appending(path: "full/inner"), withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: place.appending(path: "full/inner/file"))
    }

    @Test(arguments: ["full", "full/", ".", "..", "/", "full/inner/..", ""])
    func `an export to a folder, or to no name, is refused and removes nothing`(
        _ name: String
    ) throws {
        let shell = Program(
            executable: URL(filePath: "/bin/sh"), environment: program.environment)
        let output = try shell.run(
            "-c", #"cd "$1" && exec "$2" export csv --output "$3""#, "sh", place.path,
            program.executable.path, name)
        #expect(output.status == 64, "\(output.out) \(output.errors)")
        #expect(output.errors.contains("Nothing was written"), "\(output.errors)")
        let kept = place.appending(path: "full/inner/file")
        #expect(try String(contentsOf: kept, encoding: .utf8) == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["full"])
    }
}
