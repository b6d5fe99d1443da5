import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("Definitions as JSON text")
struct DefinitionTextTests {
  private static let overages: [UsageOverage] = [
    .block, .allow, .charge(UsagePrice(unit: "credits", amount: 3)),
    .charge(UsagePrice(unit: "crédits", amount: .maximum, per: .maximum, cap: 0)),
  ]

  @Test("an item comes back as it was, with every kind of window and overage")
  func items() throws {
    for overage in DefinitionTextTests.overages {
      for name in [nil, "Imagé \"large\""] {
        let item = UsageItemDefinition(
          item: "image", name: name, limits: StateCodecTests.limits, overage: overage)
        #expect(try UsageItemDefinition(storedText: item.storedText) == item)
      }
    }
    for item in WorkloadItems.all {
      #expect(try UsageItemDefinition(storedText: item.storedText) == item)
    }
  }

  @Test("limits of one account come back as they were")
  func limits() throws {
    let limits = StateCodecTests.limits
    #expect(try [UsageLimit](storedText: limits.storedText) == limits)
    #expect(try [UsageLimit](storedText: [UsageLimit]().storedText) == [])
  }

  @Test("a unit comes back as it was")
  func units() throws {
    for unit in [
      UnitDefinition(unit: "usd_micros", name: "US dollars", symbol: "$", precision: 12),
      UnitDefinition(unit: "é", name: "credits"),
    ] {
      #expect(try UnitDefinition(storedText: unit.storedText) == unit)
    }
  }

  @Test("the text can be read by people")
  func text() {
    let item = UsageItemDefinition(
      item: "image",
      limits: [
        UsageLimit(
          window: .calendar(
            CalendarWindow(
              unit: .week, timeZone: "Europe/Paris", startTime: TimeOfDay(hour: 6, minute: 5),
              weekStart: .sunday)), maximum: 40, measures: .spent("credits"))
      ], overage: .charge(UsagePrice(unit: "credits", amount: 2, per: 3, cap: 20)))
    #expect(
      item.storedText == """
        {"item":"image","limits":[{"window":{"kind":"week","timeZone":"Europe/Paris",\
        "startTime":"06:05","weekStart":"sunday"},"max":40,"measures":"spent","unit":"credits"}],\
        "overage":{"kind":"charge","unit":"credits","amount":2,"per":3,"cap":20}}
        """)
  }

  @Test(
    "text that nobody wrote is an error that names the table",
    arguments: [
      "", "null", "[]", "{}", #"{"item":"a","limits":[]}"#,
      #"{"item":"a","limits":[],"overage":{"kind":"block"},"more":1}"#,
      #"{"item":"a","limits":[],"overage":{"kind":"block","cap":1}}"#,
      #"{"item":"a","limits":[],"overage":{"kind":"charge","unit":"u","amount":1,"per":0}}"#,
      #"{"item":"a","limits":[{"window":{"kind":"day"},"max":1,"measures":"count"}],"#
        + #""overage":{"kind":"block"}}"#,
      #"{"item":"a","limits":[{"window":{"kind":"day","timeZone":"Nowhere/Here"},"max":1,"#
        + #""measures":"count"}],"overage":{"kind":"block"}}"#,
      #"{"item":"a","limits":[{"window":{"kind":"day","timeZone":"UTC","startTime":"+1:00"},"#
        + #""max":1,"measures":"count"}],"overage":{"kind":"block"}}"#,
      #"{"item":"a","limits":[{"window":{"kind":"lifetime"},"max":-1,"measures":"count"}],"#
        + #""overage":{"kind":"block"}}"#,
    ])
  func damage(text: String) throws {
    let error = try #require(throws: CorruptRow.self) {
      try UsageItemDefinition(storedText: text)
    }
    #expect(error.table == .usageItem)
    #expect(error.description.hasPrefix("usage_item: expected "))
  }

  @Test("any damage to text gives an error or a value, and never ends the process")
  func randomDamage() {
    let item = UsageItemDefinition(
      item: "image", limits: Array(StateCodecTests.limits.suffix(20)),
      overage: DefinitionTextTests.overages[3])
    var random = SplitMix(seed: 4)
    for bytes in Damage.all(of: Array(item.storedText.utf8), &random) {
      guard let text = String(validating: bytes, as: UTF8.self),
        let read = try? UsageItemDefinition(storedText: text)
      else { continue }
      for limit in read.limits {
        _ = WindowCalendar().bounds(of: limit.window, containing: .latest)
      }
    }
  }
}
