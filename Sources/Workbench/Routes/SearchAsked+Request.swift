import Foundation
import Hummingbird

extension SearchAsked {
    init(_ request: Request) {
        let query = request.uri.queryParameters
        self.init()
        text = request.typed("q")
        place = query.get("in") ?? ""
        outcome = query.get("outcome") ?? ""
        // Beyond the last page there is nothing; a number of pages that overflows is none.
        page = min(max(1, query.get("page", as: Int.self) ?? 1), 1_000_000)
    }
}

extension Request {
    /// A field of a form that was sent in the address, where browsers write spaces as `+`.
    fileprivate func typed(_ name: String) -> String {
        let fields = (uri.query ?? "").split(separator: "&")
        guard let field = fields.first(where: { $0.hasPrefix("\(name)=") }) else { return "" }
        let value = String(field.dropFirst(name.count + 1)).replacing("+", with: " ")
        return value.removingPercentEncoding ?? value
    }
}
