import Client
import Foundation
import Hummingbird
import Presentation
import Reading
import Shared
import Site

/// The laptop's page with the QR code of an address for one phone.
struct PhonePairPage: Page {
    static let template = "phone-pair"
    let frame: PageFrame
    let criterionHref: String
    let criterionID: String
    let statement: String
    let stateTitle: String
    let pairAddress: String
    /// Nil while no address is open.
    let pairing: Pairing?
    let arrived: [Arrival]

    struct Pairing: Sendable {
        let qr: QR
        let phoneAddress: String
        let until: String
        let isTaken: Bool
    }

    struct QR: Sendable {
        let side: Int
        let path: String
        let qrLabel = "QR code of the phone’s address"
    }

    struct Arrival: Sendable {
        let name: String
        let words: String
    }

    /// - Throws: `PageError.notFound` where no phones are let in.
    init(
        _ place: StatePlace, criterion id: String?, _ passes: PhonePasses?, in context: PageContext
    ) throws {
        guard let passes else { throw PageError.notFound }
        try place.requireRecording("files of round \(place.id.round) are kept as they are")
        let criterion = try place.criterion(id)
        let up = PageFrame.Link(place.title, place.address)
        frame = try PageFrame(
            "Send pictures from a phone", .work, of: place.view, behind: [up], in: context)
        criterionHref = "\(place.address)#c-\(criterion.lastingShortID)"
        criterionID = criterion.id
        statement = criterion.statement
        stateTitle = "\(place.title), \(place.environment.sentence)"
        pairAddress = Address.phone(place, criterion.id)
        let pass = passes.pass(of: criterion.id, on: place.id, in: place.view.audit)
        pairing = try pass.map { pass in
            let address = passes.address(of: pass)
            let code = try QRCode(text: address)
            return Pairing(
                qr: QR(side: code.side, path: code.path), phoneAddress: address,
                until: context.time.shown(pass.end), isTaken: pass.browser != nil)
        }
        arrived = (pass?.arrived ?? []).map {
            Arrival(
                name: $0.name,
                words: "Saved on this \(context.place) at \(context.time.shown($0.at)). \($0.words)"
            )
        }
    }
}

extension PageRequest {
    /// Lets a phone in, and out again.
    func pairPhone(with passes: PhonePasses?) async throws -> Response {
        let form = try await SubmittedForm(request)
        let criterion = query.get("criterion")
        return .seeOther(
            try await atState { place, context in
                guard let passes else { throw PageError.notFound }
                let criterion = try Attaching(context: context, place: place).criterion(criterion)
                switch form.text("act") {
                case "open": passes.openPass(of: criterion.id, on: place.id, in: place.view.audit)
                case "close": passes.close()
                default: throw PageError.badForm  // open set: what somebody sends
                }
                return Address.phone(place, criterion.id)
            })
    }
}
