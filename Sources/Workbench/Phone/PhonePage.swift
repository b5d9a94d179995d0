import Client
import Foundation
import Reading
import Shared
import Site

/// The page that a phone gets, and nothing else; it stands alone, with no way to other pages.
struct PhonePage: Sendable {
    static let template = "phone"
    let phoneTitle: String
    let whose: String
    let stateTitle: String
    let statement: String
    let formAddress: String
    let until: String
    let sizeMax: String
    let sent: [Sent]
    /// Why the last form was not taken over; nil for none.
    let refusal: String?

    struct Sent: Sendable {
        let name: String
        let words: String
    }

    init(_ pass: PhonePass, in context: PageContext, refusal: String? = nil) throws {
        let view = try context.view(of: pass.audit)
        let place = try StatePlace(pass.state, of: view, in: context)
        whose = context.person.personName
        phoneTitle = refusal == nil ? "Send pictures" : "Error: nothing was sent"
        stateTitle = "\(place.title), \(place.environment.sentence)"
        statement = try place.criterion(pass.criterion).statement
        formAddress = "/p/\(pass.code)"
        until = context.time.shown(pass.end)
        sizeMax = "\(PhonePass.fileBytesMax / 1024 / 1024) MB"
        sent = pass.arrived.map {
            Sent(
                name: $0.name,
                words: "On the laptop since \(context.time.shown($0.at)). \($0.words)")
        }
        self.refusal = refusal
    }
}

/// What a phone is told that has no page.
struct PhoneEndPage: Sendable {
    static let template = "phone-end"
    let phoneTitle: String
    let message: String
}
