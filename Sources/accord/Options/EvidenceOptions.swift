import ArgumentParser
import Client
import Shared

/// What is said of files in words.
struct EvidenceOptions: ParsableArguments {
    @Option(help: .init("What it shows, for those who cannot see it.", valueName: "text"))
    var shows: String?

    @Option(help: .init("A line that stands below it.", valueName: "text")) var caption: String?

    @Option(help: .init("What is heard in it, for those who cannot hear it.", valueName: "text"))
    var heard: String?

    /// What was given; an empty text takes away what was said.
    var texts: EvidenceTexts {
        let given: [(FieldName, String?)] = [
            (.evidenceShows, shows), (.evidenceCaption, caption), (.evidenceHeard, heard),
        ]
        return Dictionary(
            uniqueKeysWithValues: given.compactMap { name, text in
                text.map { (name, $0) }
            })
    }
}
