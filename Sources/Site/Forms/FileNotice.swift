import Client
import Hummingbird
import Reading

/// What a form did to the files of a finding, where its page would else not show that it did.
enum FileNotice: String, Sendable {
    case detached, described, marked, unmarked
    case placeRemoved = "place-removed", placeKept = "place-kept", placeUnknown = "place-unknown"
    case placeTakenOut = "place-taken-out", placeWasSent = "place-was-sent"
    case known = "attached-already"

    /// - Parameter place: The word for where the home is.
    func words(at place: String) -> String {
        switch self {
        case .detached: "Detached. This finding no longer refers to that file."
        case .placeRemoved: Self.attached(.removed)
        case .placeKept: Self.attached(.kept)
        case .placeUnknown: Self.attached(.unknown)
        case .placeTakenOut:
            "The place was taken out. Saved on this \(place); the file that said it was not sent "
                + "yet."
        case .placeWasSent:
            "The place was taken out here. The server has the file that said it, and laptops that "
                + "synced may have it too. Whoever runs the server removes it there with "
                + "accord-server evidence gc."
        case .described: "Saved on this \(place)."
        case .marked: "Marked. Saved on this \(place)."
        case .unmarked: "The mark is removed. Saved on this \(place)."
        case .known: "That file is attached here already. Nothing was written."
        }
    }

    private static func attached(_ outcome: LocationOutcome) -> String {
        "Attached. \(outcome.words ?? "")."
    }

    /// Nil for what need not be told.
    init?(_ outcome: LocationOutcome) {
        switch outcome {
        case .none: return nil
        case .kept: self = .placeKept
        case .removed: self = .placeRemoved
        case .unknown: self = .placeUnknown
        }
    }

    /// The notice with the full id of the criterion that it is told beside.
    struct Telling: Sendable {
        let news: FileNotice
        let criterion: String
    }
}

extension FileNotice.Telling {
    /// Nil for an address that tells nothing.
    init?(_ request: Request) {
        let query = request.uri.queryParameters
        guard let news = query.get("told").flatMap(FileNotice.init(rawValue:)),
            let criterion = query.get("criterion")
        else { return nil }
        self.init(news: news, criterion: criterion)
    }
}

extension Address {
    /// The address of a component state's page, at the line that tells what became of a file.
    static func state(_ place: StatePlace, telling: FileNotice.Telling) -> String {
        let link = place.address.contains("?") ? "&" : "?"
        return "\(place.address)\(link)told=\(telling.news.rawValue)"
            + "&criterion=\(escaped(telling.criterion))#told"
    }
}

extension [AttachedEvidence] {
    /// What has to be told of the places in them: first that one could not be read.
    var location: LocationOutcome {
        let outcomes = map(\.location)
        return [.unknown, .kept, .removed].first(where: outcomes.contains) ?? .none
    }
}
