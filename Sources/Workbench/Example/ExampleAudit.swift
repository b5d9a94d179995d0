import Client
import Foundation
import Reading
import Shared
import Site
import Storage

/// A copy of the Larkfield audit to play with, in a folder of its own that goes with it.
///
/// It is told as scripts/demo tells it, without a server: a lead and two testers have a home each
/// and hand each other bundles. What is shown is the lead's laptop, on which everything can be
/// tried; nothing outside of the folder is read or written.
final class ExampleAudit: Sendable {
    let client: AuditClient
    let audit: AuditID
    let catalogue: Catalogue
    private let folder: URL

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "accord-example-\(UUID().uuidString)")
        do {
            let story = try ExampleStory(in: folder)
            client = story.tomas
            audit = story.audit
            catalogue = story.catalogue
        } catch {
            try? DurableFolder.removeTree(folder.path)
            throw error
        }
        self.folder = folder
    }

    /// Removes all of it; a page that is being made meanwhile may fail.
    func remove() { try? DurableFolder.removeTree(folder.path) }
}

extension CopyNote {
    init(canEnd: Bool) {
        self.init(
            words:
                "A copy of the example audit, to play with. You are Tomas Berg, who leads it. "
                + "Nothing of yours is touched, and the copy is removed when "
                + (canEnd ? "you end it." : "accord demo ends."),
            canEnd: canEnd)
    }
}
