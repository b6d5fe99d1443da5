internal import Holdfast

/// A part of a transfer that came from one lot, with the terms it keeps.
struct TransferredPiece: Hashable {
  let amount: Int128
  let terms: LotTerms
}

/// What a transfer took out of a balance.
struct Departure {
  let from: Position
  /// Where the row says it went.
  let to: Position?
  let instant: Instant
  let pieces: [TransferredPiece]
  let place: String
}

/// What a transfer brought into a balance.
struct Arrival {
  let at: Position
  let instant: Instant
  var pieces: [TransferredPiece]
  let place: String
}

/// What one account sent is what another received.
struct Transfers {
  private var departures: [Position: Departure] = [:]
  private var arrivals: [Position: Arrival] = [:]
  /// By streams, as positions without a version: up to which version their rows were archived.
  private var archived: [Position: Int64] = [:]

  mutating func noteArchived(through position: Position) {
    archived[position.at(0)] = position.version
  }

  private func isArchived(_ position: Position?) -> Bool {
    guard let position, let version = archived[position.at(0)] else { return false }
    return position.version <= version
  }

  mutating func add(_ departure: Departure, _ findings: inout Findings) {
    if let arrival = arrivals.removeValue(forKey: departure.from) {
      compare(departure, arrival, &findings)
    } else {
      departures[departure.from] = departure
    }
  }

  /// - Parameter source: the row that the arrival names.
  mutating func add(_ arrival: Arrival, from source: Position, _ findings: inout Findings) {
    if let departure = departures.removeValue(forKey: source) {
      compare(departure, arrival, &findings)
    } else {
      arrivals[source] = arrival
    }
  }

  private func compare(
    _ departure: Departure, _ arrival: Arrival, _ findings: inout Findings
  ) {
    if departure.to != arrival.at {
      findings.add(.replay, "\(departure.place): it arrived elsewhere, \(arrival.place)")
    }
    if departure.instant != arrival.instant {
      findings.add(
        .time,
        """
        \(departure.place): it left at \(departure.instant.microseconds) and arrived, \
        \(arrival.place), at \(arrival.instant.microseconds)
        """)
    }
    let left = departure.pieces.map(\.amount)
    let came = arrival.pieces.map(\.amount)
    if left != came {
      findings.add(
        .conservation, "\(departure.place): \(left) left and \(came) arrived, \(arrival.place)")
    } else if departure.pieces != arrival.pieces {
      findings.add(.lots, "\(departure.place): its pieces have other terms, \(arrival.place)")
    }
  }

  /// What has no other side once all accounts were seen, unless that was archived.
  func finish(_ findings: inout Findings) {
    for departure in departures.values where !isArchived(departure.to) {
      findings.add(
        .conservation, "\(departure.place): \(departure.pieces.map(\.amount)) never arrived")
    }
    for (source, arrival) in arrivals where !isArchived(source) {
      findings.add(
        .conservation, "\(arrival.place): \(arrival.pieces.map(\.amount)) came from nowhere")
    }
  }
}

extension BalanceAudit {
  mutating func noteDeparture(_ row: JournalRow) {
    let pieces = row.charges.joined.compactMap { piece -> TransferredPiece? in
      guard let lot = lots[piece.lot], lot.granted > 0 else { return nil }
      var terms = lot.terms
      // The part of the cost that falls to the piece, rounded down.
      terms.costBasis = terms.costBasis.flatMap {
        Int64(exactly: $0.wide &* piece.amount / lot.granted).map { Amount($0) }
      }
      return TransferredPiece(amount: piece.amount, terms: terms)
    }
    departures.append(
      Departure(
        from: position(row.version), to: row.counterpart.position, instant: row.instant,
        pieces: pieces,
        place: "\(place), version \(row.version)"))
  }

  mutating func noteArrival(_ row: JournalRow, _ terms: LotTerms) {
    guard let source = row.counterpart.position else {
      note(.replay, row, "it does not say where it came from")
      return
    }
    let piece = TransferredPiece(amount: row.opened.wide, terms: terms)
    if row.event == .transferPiece {
      arrivals[source]?.pieces.append(piece)
      return
    }
    if let first = arrivals[source] {
      note(.once, row, "version \(first.at.version) brought the same transfer")
      return
    }
    arrivals[source] = Arrival(
      at: position(row.version), instant: row.instant, pieces: [piece],
      place: "\(place), version \(row.version)")
  }
}
