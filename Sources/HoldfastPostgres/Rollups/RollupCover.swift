internal import Holdfast

/// Which stored buckets a period is made of, and what of it they leave over.
///
/// Every stored bucket lies within one bucket of the report. Days where they fit, at the boundaries
/// that cut a day hours, at those that cut an hour quarters; what no quarter fits into is left over.
struct RollupCover: Hashable, Sendable {
  /// Stored buckets of one length that follow each other.
  struct Run: Hashable, Sendable {
    let span: RollupSpan
    let first: Instant
    var next: Instant
  }

  private(set) var runs: [Run] = []
  /// What has to be read from the journal, in order; half-open.
  private(set) var gaps: [Range<Instant>] = []
  private var last: [RollupSpan: Int] = [:]

  /// - Parameter now: After which there are no rows, so that the last stored bucket may reach beyond
  ///   the end of a period that ends later.
  init(_ buckets: StatisticsBuckets, now: Instant) {
    for index in 0..<buckets.count {
      let from = max(buckets.from, buckets.starts[index])
      var to = min(buckets.to, buckets.end(of: index))
      if to > now, from <= RollupSpan.quarter.start(of: to) {
        to = RollupSpan.quarter.start(notBefore: to)
      }
      cover(from: from, to: to, by: .day)
    }
  }

  /// The parameters of a statement that reads the runs.
  var parameters: [Parameter] {
    var seconds = ColumnBuffer.int4(capacity: runs.count)
    var firsts = ColumnBuffer.timestamptz(capacity: runs.count)
    var nexts = ColumnBuffer.timestamptz(capacity: runs.count)
    for run in runs {
      seconds.append(int4: run.span.rawValue)
      firsts.append(timestamptz: run.first.microseconds)
      nexts.append(timestamptz: run.next.microseconds)
    }
    return [seconds.parameter(), firsts.parameter(), nexts.parameter()]
  }

  private mutating func cover(from: Instant, to: Instant, by span: RollupSpan) {
    guard from < to else { return }
    let first = span.start(notBefore: from)
    let next = span.start(of: to)
    guard first < next else { return coverShorter(from: from, to: to, than: span) }
    coverShorter(from: from, to: first, than: span)
    add(Run(span: span, first: first, next: next))
    coverShorter(from: next, to: to, than: span)
  }

  private mutating func coverShorter(from: Instant, to: Instant, than span: RollupSpan) {
    if let shorter = span.shorter { return cover(from: from, to: to, by: shorter) }
    guard from < to else { return }
    if let end = gaps.last?.upperBound, end == from {
      gaps[gaps.count - 1] = gaps[gaps.count - 1].lowerBound..<to
    } else {
      gaps.append(from..<to)
    }
  }

  private mutating func add(_ run: Run) {
    if let index = last[run.span], runs[index].next == run.first {
      runs[index].next = run.next
    } else {
      last[run.span] = runs.count
      runs.append(run)
    }
  }
}
