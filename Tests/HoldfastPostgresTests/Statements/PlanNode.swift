import Foundation
import HoldfastPostgres

/// A node of a plan, as EXPLAIN prints it in JSON.
struct PlanNode: Decodable, CustomStringConvertible {
  let type: String
  let relation: String?
  let index: String?
  let indexCondition: String?
  let rows: Double?
  let hitBlocks: Int?
  let readBlocks: Int?
  let children: [PlanNode]?

  private enum CodingKeys: String, CodingKey {
    case type = "Node Type"
    case relation = "Relation Name"
    case index = "Index Name"
    case indexCondition = "Index Cond"
    case rows = "Actual Rows"
    case hitBlocks = "Shared Hit Blocks"
    case readBlocks = "Shared Read Blocks"
    case children = "Plans"
  }

  /// This node and all below it.
  var all: [PlanNode] { [self] + (children ?? []).flatMap(\.all) }

  /// Pages of tables and indexes that it and all below it looked at, each as often as it did.
  var buffers: Int { (hitBlocks ?? 0) + (readBlocks ?? 0) }

  var description: String {
    ([type, relation, index, indexCondition].compactMap(\.self)).joined(separator: " ")
  }
}

/// A session that prepares statements as a store does, and shows their plans.
final class PlanSession {
  private let connection: PostgresConnection
  /// What was planned when the session began, by the names of statements.
  private(set) var shapes: [String: PlanNode] = [:]
  private static var soon: Deadline { .after(seconds: 600) }

  /// Prepares the statements and makes their plans, for the tables as they are now.
  init(_ connection: PostgresConnection, preparing cases: [PlanCase]) throws {
    self.connection = connection
    for plan in cases {
      let types = plan.query.parameterTypes.map { PlanSession.name(of: $0) }
      let list = types.isEmpty ? "" : "(\(types.joined(separator: ", ")))"
      try connection.runScript(
        "PREPARE \(plan.query.name)\(list) AS \(plan.query.text)", deadline: Self.soon)
      let nothing = plan.query.parameterTypes.map { _ in "NULL" }
      shapes[plan.query.name] = try explain(plan.query, nothing, "COSTS OFF")
    }
  }

  /// What of the plan made at the beginning is not as it has to be.
  func faults(inShapeOf plan: PlanCase, _ when: String) -> [String] {
    let faults = shapes[plan.query.name].map { plan.faults(in: $0) } ?? ["no plan"]
    return faults.map { "\(plan.query.name), \(when): \($0)" }
  }

  /// What is not as it has to be when the statement runs; what it changes is undone.
  func faults(in plan: PlanCase, _ when: String) throws -> [String] {
    let run = try explain(plan.query, plan.arguments, "ANALYZE, BUFFERS, COSTS OFF, TIMING OFF")
    return plan.faults(in: run).map { "\(plan.query.name), \(when): \($0)" }
  }

  private func explain(
    _ query: Query, _ arguments: [String], _ options: String
  ) throws -> PlanNode {
    struct Answer: Decodable {
      let plan: PlanNode

      private enum CodingKeys: String, CodingKey {
        case plan = "Plan"
      }
    }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    let answers = try connection.runScript(
      """
      BEGIN; \(TransactionQueries.planByIndex.text);
      EXPLAIN (\(options), FORMAT JSON) EXECUTE \(query.name)\(list); ROLLBACK
      """, deadline: Self.soon)
    let json = Data(answers[2].text(0, 0).utf8)
    return try JSONDecoder().decode([Answer].self, from: json)[0].plan
  }

  private static func name(of type: TypeOID) -> String {
    let names: [TypeOID: String] = [
      .bool: "bool", .bytea: "bytea", .int8: "int8", .int2: "int2", .int4: "int4", .text: "text",
      .json: "json", .timestamptz: "timestamptz", .uuid: "uuid", .xid8: "xid8",
      .lsn: "pg_lsn",
      .boolArray: "bool[]", .byteaArray: "bytea[]", .int8Array: "int8[]", .int2Array: "int2[]",
      .int4Array: "int4[]", .textArray: "text[]", .jsonArray: "json[]",
      .timestamptzArray: "timestamptz[]", .uuidArray: "uuid[]", .xid8Array: "xid8[]",
    ]
    guard let name = names[type] else { preconditionFailure("a type of ours") }
    return name
  }
}
