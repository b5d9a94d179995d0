import Client
import Foundation
import Reading
import Shared

/// The devices that write in an audit, or hers of whoever looks, as far as this home knows them.
struct DevicesPage: Page {
    static let template = "devices"
    let frame: PageFrame
    let title: String
    /// Empty where it is everybody's page of her own.
    let leadPages: [PageFrame.Tab]
    let lede: String
    let notices: [Notice]
    let rows: [Row]
    /// What only leads have; nil on everybody's page.
    let leads: Leads?

    struct Leads: Sendable {
        let waiting: String
        let waitingHref: String
        let auditId: String
    }

    struct Row: Sendable {
        let deviceName: String
        /// The front of its id; nil where that is its name already.
        let deviceId: String?
        let owner: String
        let work: Badge
        /// When it told that, where it is no word of now.
        let asOf: String?
        let heard: String
        /// Where it is ended; nil where it has ended.
        let endHref: String?
    }

    /// - Parameter isOwn: Of whoever looks alone, lead or not.
    init(_ audit: AuditID, isOwn: Bool = false, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let queries = context.client.queries
        title = isOwn ? "Your devices" : "Devices"
        frame = try PageFrame(title, isOwn ? .sync : .lead, of: view, in: context)
        leadPages = isOwn ? [] : LeadPage.devices.links(of: audit)
        let devices = try queries.devices(of: view).filter { device in
            !isOwn || device.person.map(view.ids.contains) == true
        }
        rows = devices.map { Row($0, in: view, at: context.time) }
        let ended = devices.count { $0.work.isEnded }
        let last = try queries.lastContact(of: audit).map { context.time.shown($0) }
        let count = counted(devices.count - ended, "device")
        lede = [
            ended == 0 ? "\(count)." : "\(count), and \(ended) that ended.",
            last.map { "As of the sync of \($0)." } ?? "No server has told of any other yet.",
        ].joined(separator: " ")
        notices = [Self.outOfReach(audit, last, context)].compactMap(\.self)
        let quarantined = isOwn ? 0 : try queries.quarantine(of: audit).count
        let waiting =
            quarantined == 0
            ? "Nothing waits."
            : "\(counted(quarantined, "change")) had no effect and wait for a lead."
        leads =
            isOwn
            ? nil
            : Leads(
                waiting: waiting, waitingHref: Address.quarantine(audit), auditId: audit.hex)
    }

    /// That only the server could say more, and is not reached.
    private static func outOfReach(
        _ audit: AuditID, _ last: String?, _ context: PageContext
    ) -> Notice? {
        let sync = context.site.sync
        let troubles = [sync.status(of: audit).trouble, sync.outside]
        guard troubles.contains(where: { $0?.kind == .unreachable }) else { return nil }
        let asked = last.map { "It was last asked at the sync of \($0)." } ?? "It was never asked."
        return Notice(
            .warn, "The server cannot be reached just now",
            "What devices hold back is news from the server. \(asked)")
    }
}

extension DevicesPage.Row {
    fileprivate init(_ device: AuditDevice, in view: AuditView, at time: PageTime) {
        deviceName = device.name
        let front = device.replica.hex.prefix(8)
        deviceId = deviceName == "Device \(front)" ? nil : String(front)
        owner = device.owner(in: view)
        work = Badge(device.work)
        if case .told(_, let at) = device.work {
            asOf = "As it told at \(time.shown(at))"
        } else {
            asOf = nil
        }
        heard = device.heard.map { time.shown($0) } ?? "Never"
        endHref = device.work.isEnded ? nil : Address.device(view.audit, device.replica)
    }
}

extension Badge {
    fileprivate init(_ work: AuditDevice.Work) {
        let isHolding = (work.unsent ?? 0) > 0
        let symbol =
            switch work {
            case .here: "i-laptop"
            case .told: isHolding ? "i-offline" : "i-server"
            case .untold: "i-server"
            case .ended: "m-inapplicable"
            }
        let tone = isHolding ? "canttell" : work.isEnded ? "inapplicable" : "untested"
        self.init(tone: tone, symbol: symbol, text: work.words)
    }
}
