import Testing

@testable import Holdfast

@Suite struct KeyTableTests {
  @Test func `each key is found with its row, and none that is not there, of many`() {
    var table = KeyTable()
    for version in 1...5000 {
      #expect(table[identity(version)] == nil)
      table.insert(identity(version), row(version))
    }
    #expect(table.count == 5000)
    #expect(table.all.map(\.row) == (1...5000).map(row))
    for version in 1...5000 { #expect(table[identity(version)] == row(version)) }
  }

  @Test func `keys whose digests begin alike are told apart`() {
    var table = KeyTable()
    let alike = (1...40).map { number in
      KeyIdentity(digest: Digest(first: UInt64(number) << 32, second: UInt64(number % 2) << 40))
    }
    for (index, identity) in alike.enumerated() { table.insert(identity, row(index + 1)) }
    for (index, identity) in alike.enumerated() { #expect(table[identity] == row(index + 1)) }
  }

  @Test func `keys taken out latest first leave the others as they were`() {
    var table = KeyTable()
    for version in 1...3000 { table.insert(identity(version), row(version)) }
    for version in (1001...3000).reversed() { table.removeLast(identity(version)) }
    for version in 1...3000 {
      #expect(table[identity(version)] == (version > 1000 ? nil : row(version)))
    }
    table.insert(identity(1001), row(1))
    #expect(table[identity(1001)] == row(1))
    #expect(table.count == 1001)
  }

  @Test func `a key that comes again stands for its latest row`() {
    var table = KeyTable()
    table.insert(identity(1), row(1))
    table.insert(identity(1), row(2))
    #expect(table[identity(1)] == row(2))
    #expect(table.count == 1)
  }

  private func identity(_ number: Int) -> KeyIdentity {
    KeyIdentity(command: .reserve, key: IdempotencyKey("key-\(number)"))
  }

  private func row(_ version: Int) -> RowReference {
    RowReference(stream: .balance(0), version: Int64(version))
  }
}
