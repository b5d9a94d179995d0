import Client
import Foundation
import HTTPClient
import Hummingbird
import Reading
import Shared

/// One device: what it still holds back, and, for who may end it, the form that does.
struct EndDevicePage: Page {
    static let template = "end-device"
    let frame: PageFrame
    let title: String
    let lede: String
    let notices: [Notice]
    let facts: [Fact]
    let address: String
    let listHref: String
    /// How she may end it; empty where it has ended for good, or is not hers to end.
    let choices: [Choice]
    let button: String
    /// Who else may, and how; nil where all is hers to do.
    let others: String?
    /// That it is the laptop of whoever looks; nil for any other.
    let warning: String?

    init(
        _ audit: AuditID, _ replica: ReplicaID, _ form: Form = Form(), telling told: Notice? = nil,
        in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let device = try Self.device(replica, of: view, in: context)
        let leads = view.role == .lead
        listHref = leads ? Address.devices(audit) : Address.ownDevices(audit)
        frame = try PageFrame(
            "End a device", leads ? .lead : .sync, of: view,
            behind: [PageFrame.Link("Devices", listHref)], in: context)
        title = device.name
        lede =
            "\(device.owner(in: view))’s. What it wrote stays, whatever becomes of it here."
        notices = [told, form.refusal].compactMap(\.self)
        let heard = device.heard.map { context.time.shown($0) } ?? "Never"
        facts = [
            Fact("Holds back", device.work.words), Fact("Last heard of", heard),
            Fact("Id", device.replica.hex),
        ]
        address = Address.device(audit, replica)
        let ends = DeviceEnd.allCases.filter { device.whyNotEnded(as: $0, by: view) == nil }
        let chosen = form.values.text("end") ?? DeviceEnd.retired.rawValue
        choices = ends.map { Choice($0.rawValue, $0.meaning, chosen: chosen) }
        button = "End \(device.name)"
        others = DeviceEnd.allCases.compactMap { device.whyNotEnded(as: $0, by: view) }.last
            .map { "\($0.asBeginning)." }
        if case .here = device.work {
            warning =
                "This is the laptop that you look at. It keeps all that it has, and reads nothing "
                + "from the server any more: to go on, join from a new home with a new invite."
        } else {
            warning = nil
        }
    }

    fileprivate static func device(
        _ replica: ReplicaID, of view: AuditView, in context: PageContext
    ) throws -> AuditDevice {
        let devices = try context.client.queries.devices(of: view)
        guard let device = devices.first(where: { $0.replica == replica }) else {
            throw PageError.notFound
        }
        return device
    }
}

extension DeviceEnd {
    var meaning: String {
        switch self {
        case .retired:
            "Retired: what it has not sent can still come in, and waits for a lead"
        case .lost: "Lost: somebody else may have it, and nothing is taken from it any more"
        }
    }
}

/// What is done with one device: looked at, or ended at the server.
struct DeviceActions: Sendable {
    let request: PageRequest
    private let audit: AuditID
    private let replica: ReplicaID

    init(_ request: PageRequest) throws {
        self.request = request
        audit = try request.audit()
        guard let replica = ReplicaID(hex: try request.segment("device")) else {
            throw PageError.notFound
        }
        self.replica = replica
    }

    func show() async throws -> Response { Response(page: try await page()) }

    /// What is refused comes back as it was chosen.
    func end() async throws -> Response {
        let form = try await SubmittedForm(request.request)
        let (view, device) = try await request.run(isAside: true) { [audit, replica] context in
            let view = try context.view(of: audit)
            return (view, try EndDevicePage.device(replica, of: view, in: context))
        }
        guard let end = form.text("end").flatMap(DeviceEnd.init(rawValue:)) else {
            throw PageError.badForm
        }
        do {
            let ended = try await request.site.client.syncing.end(
                device, as: end, in: view, over: serverWay)
            let time = request.site.time
            let notice = Notice(
                .ok, "It has ended: \(ended.retirement)",
                "Since \(time.shown(ended.retired)), by the server’s clock. The list says so from "
                    + "the next sync on.")
            return Response(page: try await page(telling: notice))
        } catch  where error.isToldInItsForm {
            let form = Form(form, "It has not ended", error)
            return Response(
                page: try await page(form), status: (form.kind ?? .badInput).page.status)
        }
    }

    private func page(
        _ form: Form = Form(), telling told: Notice? = nil
    ) async throws -> EndDevicePage {
        try await request.run(isAside: true) { [audit, replica] in
            try EndDevicePage(audit, replica, form, telling: told, in: $0)
        }
    }

    @Sendable private func serverWay() async throws -> any Transport {
        guard let connect = request.site.sync.connect else { throw ClientError.notJoined }
        return try await connect()
    }
}
