internal import Holdfast

/// The members of a group are all there, at one instant, and are what its fingerprint covers.
struct Groups {
  private struct Open {
    let fingerprint: Digest
    let instant: Instant
    let count: Int
    var members: [Int: Command]
    let place: String
  }

  private enum Known {
    case open(Open)
    /// All members were seen; only what later rows are compared with is kept.
    case complete(Digest)
  }

  private var known: [IdempotencyKey: Known] = [:]
  /// From when on a release or a report could have had nothing to do, and so have left no row.
  private var firstSilence: Instant?

  mutating func noteSilencePossible(from instant: Instant) {
    firstSilence = min(instant, firstSilence ?? instant)
  }

  /// Takes note of the row that answers a member.
  mutating func add(
    _ cause: PreparedCommand, at instant: Instant, place: String, _ findings: inout Findings
  ) {
    guard let group = cause.group else { return }
    guard group.count >= 1, (0..<group.count).contains(group.index) else {
      findings.add(.replay, "\(place): it is member \(group.index) of \(group.count)")
      return
    }
    switch known[group.key] {
    case .complete(let fingerprint):
      findings.add(
        fingerprint == group.fingerprint ? .once : .replay,
        "\(place): group \(group.key) was complete without it")
    case .open(var open):
      if open.fingerprint != group.fingerprint || open.count != group.count {
        findings.add(
          .replay, "\(place): group \(group.key) has another fingerprint than \(open.place)")
        return
      }
      if open.instant != instant {
        findings.add(
          .replay,
          """
          \(place): it stands at \(instant.microseconds), its group, \(open.place), at \
          \(open.instant.microseconds)
          """)
      }
      if open.members.updateValue(cause.command, forKey: group.index) != nil {
        findings.add(
          .replay, "\(place): member \(group.index) of group \(group.key) is there twice")
      }
      keep(open, group.key, &findings)
    case nil:
      keep(
        Open(
          fingerprint: group.fingerprint, instant: instant, count: group.count,
          members: [group.index: cause.command], place: place), group.key, &findings)
    }
  }

  private mutating func keep(_ open: Open, _ key: IdempotencyKey, _ findings: inout Findings) {
    guard open.members.count == open.count, let tenant = open.members[0]?.tenant else {
      known[key] = .open(open)
      return
    }
    let members = (0..<open.count).compactMap { open.members[$0] }
    let group = Group(tenant: tenant, key: key, commands: members)
    if Fingerprint.of(group) != open.fingerprint {
      findings.add(.replay, "\(open.place): group \(key) is not what its fingerprint covers")
    }
    known[key] = .complete(open.fingerprint)
  }

  var keys: [IdempotencyKey] { Array(known.keys) }

  /// The store knows each group, as what its rows say it was.
  func compare(_ stored: [IdempotencyKey: Digest], _ findings: inout Findings) {
    for (key, state) in known {
      let fingerprint =
        switch state {
        case .open(let open): open.fingerprint
        case .complete(let fingerprint): fingerprint
        }
      guard stored[key] != fingerprint else { continue }
      findings.add(
        .replay,
        stored[key] == nil
          ? "group \(key) is not kept" : "group \(key) is kept with another fingerprint")
    }
  }

  /// Looks for members that never came. Returns the number of groups where a member may have had
  /// nothing to do.
  func finish(_ findings: inout Findings) -> Int {
    var silent = 0
    for (key, state) in known {
      guard case .open(let open) = state else { continue }
      if let firstSilence, firstSilence <= open.instant {
        silent += 1
        continue
      }
      findings.add(
        .replay,
        "\(open.place): \(open.members.count) of \(open.count) members of group \(key) are there")
    }
    return silent
  }
}
