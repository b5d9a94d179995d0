/// All that libcurl must be told for one exchange, decided before its thread sees it.
struct CurlPlan: Sendable {
    let method: TransportRequest.Method
    let url: String
    let host: String
    let isLoopback: Bool
    let headers: [HeaderField]
    /// As it goes over the wire; nil only for methods without a body.
    let body: [UInt8]?
    let noProgressTimeout: Duration
    let settings: TransportSettings

    var headerLines: [String] {
        var lines = headers.map { field in
            // libcurl takes "Name:" for an order to leave its own header out.
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        // Waiting for "100 Continue" costs a round trip, or a second where a proxy swallows it.
        lines.append("Expect:")
        // "*/*" says no more than nothing.
        if headers.first(named: "Accept") == nil { lines.append("Accept:") }
        // Otherwise libcurl calls every body a submitted form.
        if headers.first(named: "Content-Type") == nil { lines.append("Content-Type:") }
        return lines
    }
}
