package import Client
import Dispatch
package import Foundation
package import Shared

/// The pages of one home, for the person whose it is.
///
/// It knows its home by the client's parts alone. Who serves it, to whom, and what runs beside it
/// (a sync, phones) is said by its host.
package final class Site: Sendable {
    package let client: AuditClient
    /// New audits begin with it; an audit that pins another one is read with that.
    package let catalogue: Catalogue
    package let host: SiteHost
    let undo = UndoList()
    package let broadcast: EventBroadcast
    package let sync: any SiteSync
    let indexing: BackgroundIndexing
    private let queue = DispatchQueue(label: "accord.site")
    /// A long video must not hold up the next verdict.
    private let files = DispatchQueue(label: "accord.site.files")

    package init(
        _ client: AuditClient, _ catalogue: Catalogue, _ host: SiteHost, _ sync: any SiteSync,
        _ broadcast: EventBroadcast
    ) {
        self.client = client
        self.catalogue = catalogue
        self.host = host
        self.sync = sync
        self.broadcast = broadcast
        indexing = BackgroundIndexing(client, catalogue, broadcast)
    }

    /// Does the work of pages one after the other, or beside it moves bytes, where it may wait.
    package func run<Result: Sendable>(
        isAside: Bool = false,
        _ work: @escaping @Sendable (PageContext) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            (isAside ? files : queue).async { [self] in
                continuation.resume(
                    with: Swift.Result {
                        try work(
                            PageContext(
                                site: self, person: client.whoami(), time: time))
                    })
            }
        }
    }

    /// The present moment, as the host's people read it.
    var time: PageTime { PageTime(now: client.now, zone: host.zone) }

    package func noteSaved(_ audit: AuditID) {
        broadcast.post(EventBroadcast.Event(.saved, of: audit))
    }
}

/// What whoever serves a site says of itself.
package struct SiteHost: Sendable {
    /// Stands at the head of a page, before whose it is.
    package var name: String
    /// The program, as the foot of a page names it.
    package var program: String
    /// The word for where the home is: pages say what is on this one.
    package var place: String
    /// The zone in which times are said.
    package var zone: TimeZone
    /// What every page says that shows a copy; nil where they show her work.
    package var copy: CopyNote?
    /// Whether phones are let in to send files.
    package var letsPhonesIn: Bool

    package init(
        name: String, program: String, place: String, zone: TimeZone, copy: CopyNote? = nil,
        letsPhonesIn: Bool = false
    ) {
        self.name = name
        self.program = program
        self.place = place
        self.zone = zone
        self.copy = copy
        self.letsPhonesIn = letsPhonesIn
    }
}

/// What a page says all the time that shows a copy and nobody's work.
package struct CopyNote: Sendable {
    let words: String
    /// Whether a button ends it; else it ends with the program.
    let canEnd: Bool

    package init(words: String, canEnd: Bool) {
        self.words = words
        self.canEnd = canEnd
    }
}
