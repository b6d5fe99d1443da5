/// A stable hash of a command's normalised input, the same in every later release.
///
/// A field is written as its tag and value, in ascending order of tags; one that has its default is
/// left out. A field added later therefore changes no fingerprint, as long as its tag is new. Tags are
/// never used again. Account and key are the identity and no part of it.
package enum Fingerprint {
  package static func of(_ action: Command.Action) -> Digest {
    var writer = FingerprintWriter(name: action.name)
    action.write(to: &writer)
    return writer.digest
  }

  /// Covers the members in order: account, key as given, and input of each.
  package static func of(_ group: Group) -> Digest {
    var writer = FingerprintWriter(name: .atomic)
    for command in group.commands {
      writer.field(1, command.account?.text)
      writer.field(2, command.key?.text)
      let digest = of(command.action)
      writer.field(3, Int64(bitPattern: digest.first))
      writer.field(4, Int64(bitPattern: digest.second))
    }
    return writer.digest
  }
}

struct FingerprintWriter {
  private var hash = SipHash(
    key: HashKey(first: 0x686f_6c64_6661_7374, second: 0x6669_6e67_6572_7072))

  init(name: CommandName) {
    hash.append(name.rawValue)
  }

  var digest: Digest { hash.finalized() }

  mutating func field(_ tag: UInt8, _ value: Int64?) {
    guard let value else { return }
    hash.append(tag)
    hash.append(UInt64(bitPattern: value))
  }

  mutating func field(_ tag: UInt8, _ text: ByteText?) {
    guard let text else { return }
    hash.append(tag)
    hash.append(text)
  }

  mutating func field(_ tag: UInt8, _ id: some PositionID) {
    hash.append(tag)
    guard let position = id.position else {
      hash.append(0 as UInt8)
      hash.append(ByteText(id.description))
      return
    }
    hash.append(1 as UInt8)
    hash.append(position.account.digest.first)
    hash.append(position.account.digest.second)
    switch position.stream {
    case .balance(let unit):
      hash.append(1 as UInt8)
      hash.append(unit.text)
    case .usage(let item):
      hash.append(2 as UInt8)
      hash.append(item.text)
    }
    hash.append(UInt64(bitPattern: position.version))
  }

  mutating func flag(_ tag: UInt8, _ isSet: Bool) {
    if isSet { hash.append(tag) }
  }
}

extension Command.Action {
  fileprivate func write(to writer: inout FingerprintWriter) {
    switch self {
    case .credit(let credit): credit.write(to: &writer)
    case .debit(let debit): debit.write(to: &writer)
    case .transfer(let transfer):
      writer.field(1, transfer.unit.text)
      writer.field(2, transfer.to.text)
      writer.field(3, transfer.amount.value)
      transfer.details.write(to: &writer)
    case .reserve(let reserve): reserve.write(to: &writer)
    case .increase(let increase):
      increase.reservation.write(to: &writer)
      writer.field(3, increase.amount.value)
    case .extend(let extend):
      extend.reservation.write(to: &writer)
      switch extend.by {
      case .fromNow(let seconds): writer.field(3, Int64(seconds))
      case .fromExpiry(let seconds): writer.field(4, Int64(seconds))
      }
    case .report(let report):
      report.reservation.write(to: &writer)
      writer.field(3, report.used.value)
    case .settle(let settle): settle.write(to: &writer)
    case .release(let release):
      release.reservation.write(to: &writer)
      writer.field(3, release.reason)
    case .reverse(let reverse):
      writer.field(1, reverse.entry)
      writer.field(2, reverse.amount?.value)
      writer.field(3, reverse.reason)
    case .recordUsage(let usage):
      writer.field(1, usage.item.text)
      writer.field(2, usage.amount.value)
      usage.details.write(to: &writer)
    case .reverseUsage(let reverse):
      writer.field(1, reverse.record)
      writer.field(2, reverse.amount?.value)
    case .setOverdraftLimit(let set):
      writer.field(1, set.unit.text)
      writer.field(2, set.limit.value)
    case .voidLot(let void):
      writer.field(1, void.lot)
    case .updateLot(let update):
      writer.field(1, update.lot)
      switch update.expiry {
      case .unchanged: break
      case .never: writer.flag(2, true)
      case .at(let instant): writer.field(3, instant.microseconds)
      }
      writer.field(4, update.priority.map(Int64.init))
    }
  }
}

extension Credit {
  fileprivate func write(to writer: inout FingerprintWriter) {
    writer.field(1, unit.text)
    writer.field(2, amount.value)
    if kind != .grant { writer.field(3, kind.text) }
    writer.field(4, expiresAt?.microseconds)
    writer.field(5, effectiveAt?.microseconds)
    if priority != 0 { writer.field(6, Int64(priority)) }
    writer.flag(7, category == .promotional)
    writer.field(8, costBasis?.value)
    details.write(to: &writer)
  }
}

extension Debit {
  fileprivate func write(to writer: inout FingerprintWriter) {
    writer.field(1, unit.text)
    writer.field(2, amount.value)
    if overage != .reject { writer.field(3, ByteText(overage.rawValue)) }
    if kind != .debit { writer.field(4, kind.text) }
    details.write(to: &writer)
  }
}

extension Reserve {
  fileprivate func write(to writer: inout FingerprintWriter) {
    writer.field(1, unit.text)
    writer.field(2, amount.value)
    writer.field(3, minimum?.value)
    if expiresInSeconds != 1800 { writer.field(4, Int64(expiresInSeconds)) }
    if graceSeconds != 0 { writer.field(5, Int64(graceSeconds)) }
    if floor != .overdraft { writer.field(6, ByteText(floor.rawValue)) }
    for count in counts {
      writer.field(7, count.item.text)
      writer.field(8, count.amount.value)
    }
    if onLapse != .return { writer.field(9, ByteText(onLapse.rawValue)) }
    writer.flag(10, allowZero)
    details.write(to: &writer)
  }
}

extension Settle {
  fileprivate func write(to writer: inout FingerprintWriter) {
    reservation.write(to: &writer)
    writer.field(3, amount.value)
    writer.flag(4, final)
    if overage != .drawAvailable { writer.field(5, ByteText(overage.rawValue)) }
    if late != .reject { writer.field(6, ByteText(late.rawValue)) }
    writer.flag(7, coupled)
    details.write(to: &writer)
  }
}

extension ReservationReference {
  fileprivate func write(to writer: inout FingerprintWriter) {
    switch self {
    case .id(let id): writer.field(1, id)
    case .key(let key): writer.field(2, key.text)
    }
  }
}

extension Details {
  /// Tags from 64 on, so that the fields of a command have room below.
  fileprivate func write(to writer: inout FingerprintWriter) {
    writer.field(64, description)
    if let reference {
      writer.field(65, reference.type)
      writer.field(66, reference.id)
    }
    if let metadata { writer.field(67, ByteText(metadata.canonicalText)) }
    writer.field(68, occurredAt?.microseconds)
  }
}
