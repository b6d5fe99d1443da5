internal import Holdfast

/// Who takes part.
extension DemoPlanner {
  private static let zones = [
    "Europe/Berlin", "Europe/London", "Europe/Paris", "America/New_York", "America/Los_Angeles",
    "America/Sao_Paulo", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney",
  ]

  private static let names = [
    "ada", "ben", "chloe", "dario", "elif", "femi", "grace", "hugo", "ines", "jonas", "keiko",
    "liam", "mila", "noor", "olga", "pablo", "quinn", "rosa", "sami", "tara", "uma", "viktor",
    "wen", "xenia", "yusuf", "zoe",
  ]

  private static let teamNames = [
    "atlas", "birch", "comet", "delta", "ember", "fjord", "gecko", "harbor", "iris", "juno",
  ]

  /// The users that every day has, whatever its seed: each meets something worth seeing.
  private static let leads: [(plan: DemoAccount.Plan, habit: DemoAccount.Habit)] = [
    (.pro, .misfortunes), (.pro, .images), (.free, .images), (.free, .messages),
    (.free, .streams), (.free, .bursts), (.pro, .ordinary), (.pro, .ordinary),
  ]

  mutating func planCast() {
    for index in 0..<userCount { accounts.append(user(index)) }
    var members = accounts.indices.filter { accounts[$0].plan == .pro }
    for index in 0..<max(1, userCount / 50) {
      let name = DemoPlanner.teamNames[index % DemoPlanner.teamNames.count]
      let suffix = index < DemoPlanner.teamNames.count ? "" : "-\(index)"
      let team = AccountName("team-\(name)\(suffix)")
      for _ in 0..<min(members.count, random.int(3...5)) {
        let member = members.remove(at: random.int(0...members.count - 1))
        accounts[member].team = team
      }
      accounts.append(
        DemoAccount(
          name: team, plan: .team, zone: random.pick(DemoPlanner.zones), habit: .ordinary))
    }
    accounts.append(
      DemoAccount(
        name: "northwind-inc", plan: .enterprise, zone: "Europe/London", habit: .ordinary))
  }

  private mutating func user(_ index: Int) -> DemoAccount {
    let name = AccountName("\(DemoPlanner.names[index % DemoPlanner.names.count])-\(index + 1)")
    let zone = random.pick(DemoPlanner.zones)
    if index < DemoPlanner.leads.count {
      let lead = DemoPlanner.leads[index]
      // In these zones the day of the demo is mostly one day of theirs, so that limits are met.
      return DemoAccount(
        name: name, plan: lead.plan, zone: "Europe/London", habit: lead.habit)
    }
    if random.chance(perMille: 300) {
      let makesMany = random.chance(perMille: 60)
      return DemoAccount(
        name: name, plan: .pro, zone: zone, habit: makesMany ? .images : .ordinary)
    }
    let habits: [DemoAccount.Habit] = [.images, .messages, .streams, .bursts]
    let isExtreme = random.chance(perMille: 120)
    return DemoAccount(
      name: name, plan: .free, zone: zone, habit: isExtreme ? random.pick(habits) : .ordinary)
  }
}
