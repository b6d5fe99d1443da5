@testable import Holdfast

/// Commands and their fingerprints as every release gives them.
///
/// A line here never changes: a fingerprint that did would refuse the retries of every user who called
/// before the release. New fields and commands add lines.
enum FingerprintCorpus {
  struct Line: Sendable {
    /// What the command has that the first of its action has not.
    let name: String
    let action: Command.Action
    /// The digest's first and second word.
    let fingerprint: String
  }

  static let lines: [Line] = [
    Line("credit", .credit(credit()), "69df7243367a02f08156cb1a29152668"),
    Line("credit unit", .credit(credit { $0.unit = "tokens" }), "277911862d22489376f68844ef87a418"),
    Line(
      "credit unit, a twin in Unicode", .credit(credit { $0.unit = "cre\u{301}dits" }),
      "e22b8f5b898ca3fbfb8ad363590cca79"),
    Line(
      "credit unit, its other twin", .credit(credit { $0.unit = "crédits" }),
      "42d162038048d52d1b3640425ce7c9fc"),
    Line("credit amount", .credit(credit { $0.amount = 101 }), "a4abeff85d801ce825a579c631722f6e"),
    Line(
      "credit greatest amount", .credit(credit { $0.amount = .maximum }),
      "ece5cb636301660540783dd1173d92d8"),
    Line("credit kind", .credit(credit { $0.kind = "topup" }), "f33b4079d93a66ce053617304521e17a"),
    Line(
      "credit expiresAt", .credit(credit { $0.expiresAt = instant }),
      "0b4d0e0bb89bee56e2d9ad512011fa3d"),
    Line(
      "credit effectiveAt", .credit(credit { $0.effectiveAt = instant }),
      "1add62efcabfa03933e631057d7c09e7"),
    Line(
      "credit priority", .credit(credit { $0.priority = 1 }), "86ee8a441ee22a0009378474d4e1f34b"),
    Line(
      "credit priority below 0", .credit(credit { $0.priority = -1 }),
      "148b612cbc13688758ace2b1c89d0175"),
    Line(
      "credit category", .credit(credit { $0.category = .promotional }),
      "12decbd47708cb5ead7832088ff307e2"),
    Line(
      "credit costBasis", .credit(credit { $0.costBasis = 100 }), "db58608e56e811b040a21125dcd4c584"
    ),
    Line(
      "credit costBasis 0", .credit(credit { $0.costBasis = 0 }), "3cfea449383e4a56f383fb5a4f4cc61c"
    ),
    Line(
      "credit description", .credit(credit { $0.details = text }),
      "ea5b99e33520206c9e2ff5547fe412f6"),
    Line(
      "credit reference", .credit(credit { $0.details = reference }),
      "37db9b61c7fd7047902b52b3db8a3d00"),
    Line(
      "credit metadata", .credit(credit { $0.details = metadata }),
      "588629fb08e2f2a3b535a6cf11cecc12"),
    Line("debit", .debit(debit()), "d0b1a914ed318910bba6fe2c5db5038c"),
    Line("debit unit", .debit(debit { $0.unit = "tokens" }), "4ec76b6de0e1448a0ad40b22febe4049"),
    Line("debit amount", .debit(debit { $0.amount = 101 }), "3b509f7bc6d408d1f9bdc62d5e760958"),
    Line(
      "debit drawAvailable", .debit(debit { $0.overage = .drawAvailable }),
      "9c8d7507660b7487b28f1140a7351928"),
    Line(
      "debit overdraft", .debit(debit { $0.overage = .overdraft }),
      "bf952bb44dc6e31d1ac2d6c74ef12354"),
    Line("debit kind", .debit(debit { $0.kind = "fee" }), "b0e53bcad41552ba6ea34bd789e89dff"),
    Line(
      "debit description", .debit(debit { $0.details = text }), "51287b6e1ed0b2cb180449a6b5f2b470"),
    Line(
      "debit occurredAt", .debit(debit { $0.details = occurred }),
      "6a5ab6fa24c7416ce4518212630b47aa"),
    Line("transfer", .transfer(transfer()), "724236ac005ac9788916a5089ba0d886"),
    Line(
      "transfer unit", .transfer(transfer { $0.unit = "tokens" }),
      "28ee9f3a6a8abf751411efe752db9f10"),
    Line("transfer to", .transfer(transfer { $0.to = "cyd" }), "26e5530c7413bec600a39dd18427b93b"),
    Line(
      "transfer amount", .transfer(transfer { $0.amount = 101 }), "313128aaeaf52de72b731195c5811804"
    ),
    Line(
      "transfer description", .transfer(transfer { $0.details = text }),
      "fd5ee5dc76751a8d8a684ab544cffa02"),
    Line("reserve", .reserve(reserve()), "8e8a4bbeb9a913e85d4241f97c6d3479"),
    Line(
      "reserve unit", .reserve(reserve { $0.unit = "tokens" }), "c0edff7e739e86482d1818a33c1977c8"),
    Line(
      "reserve amount", .reserve(reserve { $0.amount = 101 }), "5a01b4ae1a8e372e8194d3539a5fb8c2"),
    Line(
      "reserve minimum", .reserve(reserve { $0.minimum = 100 }), "d44dd1dd7e45f447fb6b5a0dfc6c4af4"),
    Line(
      "reserve expiresIn", .reserve(reserve { $0.expiresInSeconds = 1801 }),
      "2860d381716421c71865fe0c446e67f6"),
    Line(
      "reserve grace", .reserve(reserve { $0.graceSeconds = 1 }), "6ed3979499d7a5274a186531895d8bc8"
    ),
    Line(
      "reserve floor", .reserve(reserve { $0.floor = .balance }), "a5e2e6fba1880fba473235b1bc8bfc4b"
    ),
    Line(
      "reserve counts", .reserve(reserve { $0.counts = [image] }),
      "86e4bf4450cc3e4a343ab7ae259742e9"),
    Line(
      "reserve counts more", .reserve(reserve { $0.counts = [image, video] }),
      "145a10545979d1acbed3f2d4b91c4562"),
    Line(
      "reserve counts in order", .reserve(reserve { $0.counts = [video, image] }),
      "83c6a1f7ccdc7dee710939a327c5f893"),
    Line(
      "reserve chargeReported", .reserve(reserve { $0.onLapse = .chargeReported }),
      "015af3b77c049b33e74bba979b5e6ed1"),
    Line(
      "reserve chargeAll", .reserve(reserve { $0.onLapse = .chargeAll }),
      "5160cf2dc8539e3fba74fa7628ae7841"),
    Line(
      "reserve allowZero", .reserve(reserve { $0.allowZero = true }),
      "0d8a096291b3e000ee6cdf159352991f"),
    Line(
      "reserve description", .reserve(reserve { $0.details = text }),
      "bc2f340ab62819f6c4dff0cc650d8a9a"),
    Line(
      "increase", .increase(Increase(reservation: hold, amount: 100)),
      "272f3629084e0765181cd81202e5161b"),
    Line(
      "increase reservation", .increase(Increase(reservation: other, amount: 100)),
      "ac4e82edf45c8c9f157c398c7686600c"),
    Line(
      "increase by key", .increase(Increase(reservation: .key("job"), amount: 100)),
      "e8d7b9ad6d35c98c277d30bf5a1677d7"),
    Line(
      "increase of nothing", .increase(Increase(reservation: nothing, amount: 100)),
      "adfc00695f5f1351e3ea69b40880f11a"),
    Line(
      "increase amount", .increase(Increase(reservation: hold, amount: 101)),
      "faaabb057c7c62052264490ab3ed234b"),
    Line(
      "extend", .extend(Extend(reservation: hold, by: .fromNow(seconds: 60))),
      "1f6c9c687c3b3f6c06036d6b04e26541"),
    Line(
      "extend key", .extend(Extend(reservation: .key("job"), by: .fromNow(seconds: 60))),
      "f033a10f9b750367039c124b5b6f82dd"),
    Line(
      "extend seconds", .extend(Extend(reservation: hold, by: .fromNow(seconds: 61))),
      "41f86defa48b45689ba2f08f4127093b"),
    Line(
      "extend by", .extend(Extend(reservation: hold, by: .fromExpiry(seconds: 60))),
      "7fdb74049064807843d21bf07f85151e"),
    Line(
      "report", .report(Report(reservation: hold, used: 100)), "d33458fb04b14a82951ba2ccd9538e3f"),
    Line(
      "report reservation", .report(Report(reservation: other, used: 100)),
      "aaa788dcad183e69b9162167a55bf5af"),
    Line(
      "report used", .report(Report(reservation: hold, used: 101)),
      "262b1df37e93f2c1b8e6ffdaf9c86813"),
    Line("settle", .settle(settle()), "148a186353d54ec62bf2ca2cb134fc37"),
    Line(
      "settle reservation", .settle(settle { $0.reservation = other }),
      "26296f8e1a8be242b249f87b52c41776"),
    Line(
      "settle by key", .settle(settle { $0.reservation = .key("job") }),
      "4a604108e17bd37a0b5045ce9ce33fa3"),
    Line("settle amount", .settle(settle { $0.amount = 0 }), "01af49936d0701ad949eb2eb36d1503d"),
    Line("settle final", .settle(settle { $0.final = false }), "c6d5abf6e7624fda53b220e73912c79e"),
    Line(
      "settle reject", .settle(settle { $0.overage = .reject }), "0d39b99f8af4f26b7b968c099ab65b4a"),
    Line(
      "settle capAtReserved", .settle(settle { $0.overage = .capAtReserved }),
      "a7305d11993be1fb047e9467e5213ba0"),
    Line(
      "settle overdraft", .settle(settle { $0.overage = .overdraft }),
      "379fe4080b442cba68a64fa977ccba4e"),
    Line(
      "settle late", .settle(settle { $0.late = .chargeAvailable }),
      "c2c8a7b4c0763c46fb56406de3448610"),
    Line(
      "settle coupled", .settle(settle { $0.coupled = true }), "439b4788a06cf75bf6091b905b04d67f"),
    Line(
      "settle occurredAt", .settle(settle { $0.details = occurred }),
      "b45a87a0c7216fe662210c3338007d18"),
    Line("release", .release(Release(reservation: hold)), "178a19af866832916f1fb9233cff1ca7"),
    Line(
      "release reservation", .release(Release(reservation: other)),
      "293b83fb2eaa130b3f62d9a7dca9be2b"),
    Line(
      "release reason", .release(Release(reservation: hold, reason: "cancelled")),
      "692b4f082dab8662cf12c2627be359d6"),
    Line(
      "release empty reason", .release(Release(reservation: hold, reason: "")),
      "03905ea2d35b63bc186fbe9d80355424"),
    Line(
      "reverse", .reverse(Reverse(entry: EntryID(position(7)))), "8270c89da80e19a5acb7f0e5a002d6e2"),
    Line(
      "reverse entry", .reverse(Reverse(entry: EntryID(position(8)))),
      "2baf0f772c5c6882b31546c696152985"),
    Line(
      "reverse amount", .reverse(Reverse(entry: EntryID(position(7)), amount: 1)),
      "a12342159b88d8437a459f3fa26c1669"),
    Line(
      "reverse reason", .reverse(Reverse(entry: EntryID(position(7)), reason: "x")),
      "fc1775d8a3548dcaebb1ad5d396275de"),
    Line(
      "reverse nothing", .reverse(Reverse(entry: EntryID("nothing"))),
      "fbe54ce947bbbc30c510bc32f5f3906e"),
    Line(
      "recordUsage", .recordUsage(RecordUsage(item: "image")), "fd184ac7ade9911d818cc6eadca2a03d"),
    Line(
      "recordUsage item", .recordUsage(RecordUsage(item: "video")),
      "5106a7334fb61b889a5a9d7ec31b8b9e"),
    Line(
      "recordUsage amount", .recordUsage(RecordUsage(item: "image", amount: 2)),
      "08704ec6c2dbb316312582d06e62b2dd"),
    Line(
      "recordUsage text", .recordUsage(RecordUsage(item: "image", details: text)),
      "e10ce770c26d9b7e814724b4991b0849"),
    Line(
      "reverseUsage", .reverseUsage(ReverseUsage(record: UsageRecordID(piece(7)))),
      "31698e01225cf8f8d8d8aa1fbbc9f72f"),
    Line(
      "reverseUsage record", .reverseUsage(ReverseUsage(record: UsageRecordID(piece(8)))),
      "a3d709ffaae424ffed85bd35d3d18ce0"),
    Line(
      "reverseUsage amount",
      .reverseUsage(ReverseUsage(record: UsageRecordID(piece(7)), amount: 1)),
      "6b6fdb7724e37a8a46700545f8cd5ea1"),
    Line(
      "setOverdraftLimit", .setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 100)),
      "0754da978c79890b2732008eb746d556"),
    Line(
      "setOverdraftLimit unit",
      .setOverdraftLimit(SetOverdraftLimit(unit: "tokens", limit: 100)),
      "498a6c724aca25f4f09bec85b258e783"),
    Line(
      "setOverdraftLimit limit",
      .setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 0)),
      "2d012897ac09024125ae6b79b12916f0"),
    Line("voidLot", .voidLot(VoidLot(lot: LotID(position(7)))), "ffe8c315a7749720769c3b92e598c004"),
    Line(
      "voidLot lot", .voidLot(VoidLot(lot: LotID(position(8)))), "3a5957d9d29a09fe5d8628be1e11be6b"),
    Line(
      "updateLot", .updateLot(UpdateLot(lot: LotID(position(7)))),
      "27df65fa47cbabf7c0f539a2897a0004"),
    Line(
      "updateLot lot", .updateLot(UpdateLot(lot: LotID(position(8)))),
      "67564e03241ae915b574ab8510c9f8df"),
    Line(
      "updateLot never", .updateLot(UpdateLot(lot: LotID(position(7)), expiry: .never)),
      "76747dd6fdf3ea37ca68cba776e6ff73"),
    Line(
      "updateLot expiresAt",
      .updateLot(UpdateLot(lot: LotID(position(7)), expiry: .at(instant))),
      "fe2a1b44cc2824eb147b05391892ba12"),
    Line(
      "updateLot priority", .updateLot(UpdateLot(lot: LotID(position(7)), priority: 0)),
      "cd157b5b5bf7ec092cc0fc8dd4d25ae6"),
  ]

  private static let instant = Instant(microseconds: 1_800_000_000_123_456)
  private static let text = Details(description: "a café")
  private static let reference = Details(reference: Reference(type: "job", id: "7"))
  private static let metadata = Details(metadata: ["b": [1, 2.5, nil], "a": ["é": true]])
  private static let occurred = Details(occurredAt: instant)
  private static let image = Reserve.Count(item: "image", amount: 1)
  private static let video = Reserve.Count(item: "video", amount: 1)
  private static let hold = ReservationReference.id(ReservationID(position(7)))
  private static let other = ReservationReference.id(ReservationID(position(8)))
  private static let nothing = ReservationReference.id(ReservationID("nothing"))

  private static func position(_ version: Int64) -> Position {
    Position(
      account: AccountID(digest: Digest(first: 1, second: 2)), stream: .balance("credits"),
      version: version)
  }

  private static func piece(_ version: Int64) -> Position {
    Position(
      account: AccountID(digest: Digest(first: 1, second: 2)), stream: .usage("image"),
      version: version)
  }

  private static func credit(_ change: (inout Credit) -> Void = { _ in }) -> Credit {
    var credit = Credit(unit: "credits", amount: 100)
    change(&credit)
    return credit
  }

  private static func debit(_ change: (inout Debit) -> Void = { _ in }) -> Debit {
    var debit = Debit(unit: "credits", amount: 100)
    change(&debit)
    return debit
  }

  private static func transfer(_ change: (inout Transfer) -> Void = { _ in }) -> Transfer {
    var transfer = Transfer(unit: "credits", to: "bob", amount: 100)
    change(&transfer)
    return transfer
  }

  private static func reserve(_ change: (inout Reserve) -> Void = { _ in }) -> Reserve {
    var reserve = Reserve(unit: "credits", amount: 100)
    change(&reserve)
    return reserve
  }

  private static func settle(_ change: (inout Settle) -> Void = { _ in }) -> Settle {
    var settle = Settle(reservation: hold, amount: 100)
    change(&settle)
    return settle
  }
}

extension FingerprintCorpus.Line {
  fileprivate init(_ name: String, _ action: Command.Action, _ fingerprint: String) {
    self.name = name
    self.action = action
    self.fingerprint = fingerprint
  }
}
