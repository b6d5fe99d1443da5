/// The history of a run: the files of all its processes, read as one in the order of time.
package final class RaceHistory {
  package let header: RaceHeader
  package let paths: [String]
  private var sources: [Source]

  private struct Source {
    let reader: HistoryReader
    var next: RaceEvent?
  }

  /// Opens the files. Files of different runs are refused.
  package init(paths: [String]) throws(HistoryError) {
    guard let first = paths.first else {
      throw HistoryError(file: "history", reason: "no file is named")
    }
    var sources: [Source] = []
    for path in paths {
      let reader = try HistoryReader(path: path)
      if let header = sources.first?.reader.header, header != reader.header {
        let other =
          header.run == reader.header.run ? "its header differs from" : "it is not of the run of"
        throw HistoryError(file: path, line: 1, reason: "\(other) \(first)")
      }
      sources.append(Source(reader: reader, next: nil))
    }
    header = sources[0].reader.header
    self.paths = paths
    self.sources = sources
    for index in sources.indices { self.sources[index].next = try sources[index].reader.next() }
  }

  /// The next line of any file in the order of time; `nil` at the end.
  package func next() throws(HistoryError) -> RaceEvent? {
    var earliest: Int?
    for (index, source) in sources.enumerated() {
      guard let event = source.next else { continue }
      if let best = earliest, let other = sources[best].next, other.at <= event.at { continue }
      earliest = index
    }
    guard let earliest, let event = sources[earliest].next else { return nil }
    sources[earliest].next = try sources[earliest].reader.next()
    return event
  }

  /// The files of which the last line was cut off, as a killed process leaves them. Known at the end.
  package var truncated: [String] {
    sources.filter(\.reader.isTruncated).map(\.reader.path)
  }

  /// Bytes read so far, of all files.
  package var bytes: Int64 { sources.reduce(0) { $0 + $1.reader.bytes } }
}
