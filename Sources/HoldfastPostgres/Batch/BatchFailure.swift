/// Why a transaction must be begun again, or cannot be done at all.
package enum BatchFailure: Error {
  /// Another transaction made something meanwhile that was not there to be locked.
  case raced
  /// A row cannot be read.
  case corrupt(CorruptRow)
}
