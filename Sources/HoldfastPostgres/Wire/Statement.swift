/// A query with the values of its parameters, ready to be sent.
package struct Statement: Sendable {
  package let query: Query
  /// As many as the query has types, in the same order.
  package var parameters: [Parameter]

  package init(_ query: Query, _ parameters: [Parameter] = []) {
    precondition(
      parameters.count == query.parameterTypes.count,
      "\(query.name) takes \(query.parameterTypes.count) parameters")
    self.query = query
    self.parameters = parameters
  }
}
