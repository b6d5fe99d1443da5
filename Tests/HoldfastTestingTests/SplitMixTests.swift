import HoldfastTesting
import Testing

@Suite struct SplitMixTests {
  @Test func `seed 1234567 gives the published numbers`() {
    var random = SplitMix(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `numbers stay within their range and reach both ends`() {
    var random = SplitMix(seed: 1)
    let numbers = (0..<200).map { _ in random.number(3...5) }
    #expect(Set(numbers) == [3, 4, 5])
  }
}
