internal import Holdfast

/// The members of a group are all there, at one instant, and are what its fingerprint covers.
struct Groups {
  private struct Open {
    /// With its text, as soon as a member has it.
    var key: IdempotencyKey
    let fingerprint: Digest
    let instant: Instant
    let count: Int
    var members: [Int: Command]
    /// Whether the texts of a member were erased: then nothing has the fingerprint any more.
    var isErased: Bool
    let place: String
  }

  private enum Known {
    case open(Open)
    /// All members were seen; only what later rows are compared with is kept.
    case complete(IdempotencyKey, Digest)

    var group: (key: IdempotencyKey, fingerprint: Digest) {
      switch self {
      case .open(let open): (open.key, open.fingerprint)
      case .complete(let key, let fingerprint): (key, fingerprint)
      }
    }
  }

  /// By the digest of the group's key, which stays where its text was erased.
  private var known: [KeyIdentity: Known] = [:]
  /// From when on a release or a report could have had nothing to do, and so have left no row.
  private var firstSilence: Instant?

  /// Up to when rows were archived of any account: members of a group may be among them.
  private var archivedThrough: Instant?

  mutating func noteArchived(through instant: Instant) {
    archivedThrough = max(instant, archivedThrough ?? instant)
  }

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
    let identity = KeyIdentity(command: .atomic, key: group.key)
    switch known[identity] {
    case .complete(_, let fingerprint):
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
      if cause.key.isErased { open.isErased = true }
      if open.key.isErased { open.key = group.key }
      keep(open, &findings)
    case nil:
      keep(
        Open(
          key: group.key, fingerprint: group.fingerprint, instant: instant, count: group.count,
          members: [group.index: cause.command], isErased: cause.key.isErased, place: place),
        &findings)
    }
  }

  private mutating func keep(_ open: Open, _ findings: inout Findings) {
    let identity = KeyIdentity(command: .atomic, key: open.key)
    guard open.members.count == open.count, let tenant = open.members[0]?.tenant else {
      known[identity] = .open(open)
      return
    }
    let members = (0..<open.count).compactMap { open.members[$0] }
    let group = Group(tenant: tenant, key: open.key, commands: members)
    if !open.isErased, Fingerprint.of(group) != open.fingerprint {
      findings.add(.replay, "\(open.place): group \(open.key) is not what its fingerprint covers")
    }
    known[identity] = .complete(open.key, open.fingerprint)
  }

  /// Those that still have their texts.
  var keys: [IdempotencyKey] { known.values.map(\.group.key).filter { !$0.isErased } }

  /// The store knows each group, as what its rows say it was. Whether it knows one whose text was
  /// erased cannot be asked.
  func compare(_ stored: [IdempotencyKey: Digest], _ findings: inout Findings) {
    for (key, fingerprint) in known.values.map(\.group)
    where !key.isErased && stored[key] != fingerprint {
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
    for state in known.values {
      guard case .open(let open) = state else { continue }
      if let archivedThrough, open.instant <= archivedThrough { continue }
      if let firstSilence, firstSilence <= open.instant {
        silent += 1
        continue
      }
      findings.add(
        .replay,
        """
        \(open.place): \(open.members.count) of \(open.count) members of group \(open.key) are \
        there
        """)
    }
    return silent
  }
}
