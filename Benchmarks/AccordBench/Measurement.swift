/// What one run of one work took, in the form that `Limit/` prints as well.
struct Measurement {
    /// The works, by the names that `Benchmarks/run` prints.
    enum Work: String {
        case open, join, record, bulk, push, pull, beside
    }

    let work: Work
    let duration: Duration
    /// How many findings were recorded or moved, or how many pairs of records were joined.
    let count: Int
    /// Requests and answers with their headers, 0 where there is no network.
    var wireBytes = 0
    /// The database that the work filled, with its log written back; 0 where there is none.
    var diskBytes = 0
    /// The most memory that the server had at once, 0 where there is none or it is unknown.
    var serverMemoryBytes = 0

    /// Work, seconds, count, bytes on the wire, on disk and of the server's memory.
    var line: String {
        let seconds =
            Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        return "\(work.rawValue) \(seconds) \(count) \(wireBytes) \(diskBytes) \(serverMemoryBytes)"
    }
}
