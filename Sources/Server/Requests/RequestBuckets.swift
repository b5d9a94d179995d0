/// How fast each asker may ask: a token bucket each, which holds a minute's worth.
///
/// A bucket is one number, the time at which it will be full again, so a full one need not be
/// kept. All fill within a minute, whatever their rate, so those times order them by fullness.
/// Time is a parameter that never goes back.
struct RequestBuckets<Asker: Hashable & Sendable>: Sendable {
    private var fullAt: [Asker: Duration] = [:]
    private let countMax: Int

    /// What a bucket holds, as time: a burst may be this long at the rate.
    static var window: Duration { .seconds(60) }

    init(countMax: Int) { self.countMax = max(1, countMax) }

    var count: Int { fullAt.count }

    /// Takes one request; else how long it is until there is one, which asking makes no longer.
    mutating func take(_ asker: Asker, perMinute: Int, at now: Duration) -> Duration? {
        let share = Self.window / max(1, perMinute)
        let full = max(fullAt[asker] ?? now, now) + share
        guard full - now <= Self.window else { return full - now - Self.window }
        if fullAt[asker] == nil, fullAt.count >= countMax { forget(at: now) }
        fullAt[asker] = full
        return nil
    }

    /// Makes room: what is full goes first and loses nothing by it, then what is nearly full.
    private mutating func forget(at now: Duration) {
        // An eighth at a time, so that whoever comes under ever new names costs little. A name that
        // asks often is among the emptiest, and stays.
        fullAt = fullAt.filter { $0.value > now }
        guard fullAt.count >= countMax else { return }
        let kept = fullAt.sorted { $0.value > $1.value }.prefix(countMax - max(1, countMax / 8))
        fullAt = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
