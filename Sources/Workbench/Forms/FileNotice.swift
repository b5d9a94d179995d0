import Client
import Hummingbird
import Reading

/// What a form did to the files of a finding, where its page would else not show that it did.
enum FileNotice: String, Sendable {
    case detached
    case known = "attached-already"

    var words: String {
        switch self {
        case .detached: "Detached. This finding no longer refers to that file."
        case .known: "That file is attached here already. Nothing was written."
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
