package import Holdfast

/// An account of the demo's tenant.
package struct DemoAccount: Hashable, Sendable {
  package let name: AccountName
  package let plan: Plan
  /// Where its days begin at midnight.
  package let zone: String
  package let habit: Habit
  /// The team whose work this user takes part in.
  package var team: AccountName?

  package enum Plan: String, Hashable, Sendable, CaseIterable {
    /// A daily promotional grant that expires at midnight; images and messages are blocked at a
    /// limit.
    case free
    /// A monthly grant and bought credits; images above a limit are charged.
    case pro
    /// A pool that members' work is half paid from.
    case team
    /// Works on account: an overdraft that an invoice settles.
    case enterprise
  }

  /// What is typical of a user. The first users of every day have each of these once.
  package enum Habit: Hashable, Sendable {
    case ordinary
    /// Makes more images than the plan includes.
    case images
    /// Writes more messages than the plan includes.
    case messages
    /// Streams until the credit is used up.
    case streams
    /// Starts many streams at one moment.
    case bursts
    /// Meets every way in which a stream can end.
    case misfortunes
  }
}
