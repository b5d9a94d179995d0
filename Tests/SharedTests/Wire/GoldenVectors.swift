import Foundation

/// The recorded bytes that every implementation of the protocol must reproduce (docs/protocol.md).
struct GoldenVectors: Codable {
    struct Vector: Codable {
        let name: String
        /// What the bytes are made of, for people.
        let input: String
        /// Lower-case hexadecimal.
        let bytes: String
    }

    struct PolicyTable: Codable {
        let format: String
        let lines: Int
        /// Some of the lines, for people who look for the first difference.
        let samples: [String]
        /// SHA-256 over all lines.
        let sha256: String
    }

    let note: String
    var vectors: [Vector]
    let policyTable: PolicyTable

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Fixtures/golden-vectors.json")

    static func recorded() throws -> GoldenVectors {
        try JSONDecoder().decode(GoldenVectors.self, from: Data(contentsOf: file))
    }

    /// Whether this run was asked to write the vectors instead of checking them.
    static var isRecording: Bool {
        ProcessInfo.processInfo.environment["ACCORD_RECORD"] == "1"
    }

    /// Writes the file anew, with these bytes by name.
    func record(_ computed: [String: String]) throws {
        var copy = self
        copy.vectors = vectors.map { vector in
            Vector(
                name: vector.name, input: vector.input,
                bytes: computed[vector.name] ?? vector.bytes)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        try (encoder.encode(copy) + Data("\n".utf8)).write(to: Self.file)
    }
}
