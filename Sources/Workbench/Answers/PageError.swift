import Client
import HTTPTypes
import Presentation

/// Why a page is not shown, when it is not the work itself that is in trouble.
enum PageError: Error {
    /// There is nothing at the address.
    case notFound
    /// The request came by another name or from another site.
    case stranger
    /// This browser has not come in by the address that `accord serve` printed.
    case noSession
    /// The form is not one of ours; nothing was saved.
    case badForm

    var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .stranger, .noSession: .forbidden
        case .badForm: .unprocessableContent
        }
    }

    var heading: String {
        switch self {
        case .notFound: "Page not found"
        case .stranger: "Not from here"
        case .noSession: "This workbench is locked"
        case .badForm: "Not saved"
        }
    }

    var message: String {
        switch self {
        case .notFound: "There is nothing at this address"
        case .stranger: "The request did not come from a page of this workbench"
        case .noSession: "This browser has not opened the workbench"
        case .badForm: "The form was sent incomplete"
        }
    }

    var sentences: [String] {
        switch self {
        case .notFound:
            [
                "It may be a component that was merged into another. Search for its name, or go "
                    + "back to your work."
            ]
        case .stranger:
            ["Nothing was shown or changed. Open the address that accord serve printed."]
        case .noSession:
            [
                "The address works once. Everything you saved is safe on this laptop.",
                "Run accord serve again, and open the address that it prints.",
            ]
        case .badForm:
            ["Nothing was changed. Go back, reload the page, and save again."]
        }
    }
}

extension ReportedError.Kind {
    /// The status under which a page tells of it.
    var status: HTTPResponse.Status {
        switch self {
        case .usage, .badInput: .unprocessableContent
        case .notFound: .notFound
        case .unreachable, .notOurServer: .badGateway
        case .bug, .newer, .settings: .internalServerError
        case .disk: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        case .busy: .serviceUnavailable
        case .notAllowed: .forbidden
        }
    }

    /// What a page that tells of it is headed by.
    var heading: String {
        switch self {
        case .usage, .badInput, .disk, .busy, .notAllowed: "Not saved"
        case .notFound: "Page not found"
        case .unreachable, .notOurServer: "Not synced"
        case .bug, .newer, .settings: "Accord cannot go on"
        }
    }
}
