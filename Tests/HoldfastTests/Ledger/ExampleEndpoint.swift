import Holdfast

// snippet: example endpoint
/// Streams a model's answer to a customer and charges a credit for each token that was delivered.
struct ExampleEndpoint: Sendable {
  let ledger: Ledger
  let model: any StreamingModel

  /// - Parameter requestID: Chosen by the customer's client; the same when it retries.
  func answer(
    _ prompt: String, for customer: AccountName, requestID: String,
    deliver: @Sendable (String) async throws -> Void
  ) async -> Response {
    let credits = ledger.account(customer)["credits"]
    do throws(ReservationFailure<any Error>) {
      let metered = try await credits.withReservation(
        50, key: IdempotencyKey(requestID), minimum: 1, expiresIn: .seconds(300)
      ) { hold in
        var tokens = 0
        for try await token in model.tokens(for: prompt) {
          if await hold.ensure(atLeast: Amount(tokens + 1)) != nil { return Ending.outOfCredit }
          // A customer who hung up pays for what was delivered: return instead of throwing.
          do { try await deliver(token) } catch { return Ending.hungUp }
          tokens += 1
          hold.report(Amount(tokens))
        }
        return Ending.complete
      }
      return .streamed(metered.value, charged: metered.settlement.operationSettledAmount)
    } catch {
      switch error {
      case .refused(let refusal) where refusal.code == .insufficientBalance: return .paymentRequired
      case .refused(let refusal) where refusal.code == .reservationClosed: return .alreadyAnswered
      case .refused: return .tryAgain  // Under the same request id.
      case .body: return .modelFailed  // Nothing is charged; a retry needs a new request id.
      case .unsettled(let reservation): return .streamedUnsettled(reservation)
      }
    }
  }
}
// end
