import Testing

@testable import Holdfast

@Suite struct FingerprintTests {
  @Test(arguments: FingerprintCorpus.lines.indices)
  func `a fingerprint is what it always was, a change here breaks retries of every user`(
    index: Int
  ) {
    let line = FingerprintCorpus.lines[index]
    #expect(Fingerprint.of(line.action).hex == line.fingerprint, "\(line.name)")
  }

  @Test func `the corpus has every command`() {
    let names = Set(FingerprintCorpus.lines.map(\.action.name))
    #expect(names == Set(CommandName.allCases).subtracting([.atomic]))
    #expect(FingerprintCorpus.lines.count >= 40)
  }

  @Test func `a change of any field changes the fingerprint`() {
    var names: [Digest: String] = [:]
    for line in FingerprintCorpus.lines {
      let digest = Fingerprint.of(line.action)
      if let twin = names.updateValue(line.name, forKey: digest) {
        Issue.record("\(line.name) has the fingerprint of \(twin)")
      }
    }
  }

  @Test func `a default that is written out is the same as one left out`() {
    let pairs: [(Command.Action, Command.Action)] = [
      (
        .credit(Credit(unit: "credits", amount: 1)),
        .credit(
          Credit(
            unit: "credits", amount: 1, kind: "grant", expiresAt: nil, effectiveAt: nil,
            priority: 0, category: .paid, costBasis: nil, details: Details()))
      ),
      (
        .debit(Debit(unit: "credits", amount: 1)),
        .debit(
          Debit(
            unit: "credits", amount: 1, overage: .reject, kind: "debit", details: Details()))
      ),
      (
        .reserve(Reserve(unit: "credits", amount: 1)),
        .reserve(
          Reserve(
            unit: "credits", amount: 1, minimum: nil, expiresInSeconds: 1800, graceSeconds: 0,
            floor: .overdraft, counts: [], onLapse: .return, allowZero: false,
            details: Details()))
      ),
      (
        .settle(Settle(reservation: .key("r"), amount: 1)),
        .settle(
          Settle(
            reservation: .key("r"), amount: 1, final: true, overage: .drawAvailable,
            late: .reject, coupled: false, details: Details()))
      ),
      (
        .recordUsage(RecordUsage(item: "image")),
        .recordUsage(RecordUsage(item: "image", amount: 1, details: Details()))
      ),
    ]
    for (short, long) in pairs {
      #expect(Fingerprint.of(short) == Fingerprint.of(long), "\(long)")
    }
  }

  @Test func `an id in text is the same as the id it decodes to`() {
    let position = Position(
      account: AccountID(digest: Digest(first: 1, second: 2)), stream: .balance("credits"),
      version: 7)
    let id = ReservationID(position)
    let text = ReservationID(id.description)
    #expect(
      Fingerprint.of(.release(Release(reservation: .id(id))))
        == Fingerprint.of(.release(Release(reservation: .id(text)))))
  }

  @Test func `the order of metadata's members does not matter, their bytes and arrays do`() throws {
    func fingerprint(_ json: String) throws -> Digest {
      let details = Details(metadata: try JSONValue.parse(json.utf8))
      return Fingerprint.of(.debit(Debit(unit: "credits", amount: 1, details: details)))
    }
    let sorted = try fingerprint(#"{"a":{"x":1,"y":[2,3]},"b":"é"}"#)
    #expect(try fingerprint(#"{"b":"é","a":{"y":[2,3],"x":1}}"#) == sorted)
    #expect(try fingerprint(" {\"b\" : \"\\u00e9\",\n\"a\":{\"y\":[2, 3],\"x\":1}} ") == sorted)
    let others = [
      #"{"a":{"x":1,"y":[3,2]},"b":"é"}"#, #"{"a":{"x":1,"y":[2,3]},"b":"e\u0301"}"#,
      #"{"a":{"x":1},"y":[2,3],"b":"é"}"#, #"{"a":{"x":"1","y":[2,3]},"b":"é"}"#,
      #"{"a":{"x":1,"y":[2,3]},"b":"é","c":null}"#, "{}",
      #"{"a":9007199254740993}"#, #"{"a":9007199254740992}"#,
    ]
    let digests = try others.map(fingerprint)
    #expect(Set(digests).union([sorted]).count == others.count + 1)
  }

  @Test func `account and key are the identity and no part of it`() {
    let action = Command.Action.debit(Debit(unit: "credits", amount: 1))
    let prepared = ["ada", "bob"].map { name in
      PreparedCommand(
        Command(tenant: TenantName(name), account: AccountName(name), action: action),
        key: IdempotencyKey(name), hashKey: HashKey(first: 1, second: 2))
    }
    #expect(prepared[0].fingerprint == prepared[1].fingerprint)
    #expect(prepared[0].fingerprint == Fingerprint.of(action))
  }

  @Test func `a group's covers its members in order, with their accounts and keys`() {
    let debit = Command.Action.debit(Debit(unit: "credits", amount: 1))
    let credit = Command.Action.credit(Credit(unit: "credits", amount: 1))
    func group(_ members: [(String?, String?, Command.Action)]) -> Group {
      Group(
        tenant: "t", key: "g",
        commands: members.map { account, key, action in
          Command(
            tenant: "t", account: account.map { AccountName($0) },
            key: key.map { IdempotencyKey($0) }, action: action)
        })
    }
    let table: [(group: Group, fingerprint: String)] = [
      (group([("ada", nil, debit)]), "7d4e76825a81f829401911e290862179"),
      (group([("bob", nil, debit)]), "b45578eb5bb2a58a9c8729850d0fffda"),
      (group([("ada", "k", debit)]), "7f4d939ffe829536a4352ad194f4626e"),
      (group([(nil, "ada", debit)]), "4c06d5507580f02570cdbea50418503a"),
      (group([("ada", nil, credit)]), "caef62e27ab541b24107ee4169df50f2"),
      (group([("ada", nil, debit), ("ada", nil, debit)]), "f81f24106f1143cf564e9a8c695bd30b"),
      (group([("ada", nil, debit), ("bob", nil, credit)]), "7b1dabf7d4483654646ec2255ebaf3bd"),
      (group([("bob", nil, credit), ("ada", nil, debit)]), "62a998fd9b160390992d3604ac2e3417"),
    ]
    for row in table {
      #expect(Fingerprint.of(row.group).hex == row.fingerprint, "\(row.group.commands)")
    }
    #expect(Set(table.map { Fingerprint.of($0.group) }).count == table.count)
    var renamed = table[0].group
    renamed.key = "other"
    #expect(Fingerprint.of(renamed) == Fingerprint.of(table[0].group))
  }
}

extension Digest {
  fileprivate var hex: String {
    [first, second].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
