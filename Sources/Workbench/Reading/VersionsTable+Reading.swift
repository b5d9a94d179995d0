import Client
import Presentation
import Shared

extension VersionsTable {
    init(_ versions: FindingVersions) {
        self.init(
            context: versions.contextText,
            writes: versions.writes.map { write in
                Write(
                    dot: versions.notation.text(write.dot), who: versions.name(write),
                    says: versions.says(write), seen: versions.seen(by: write),
                    knew: versions.knew(write))
            },
            relations: versions.sentences)
    }
}
