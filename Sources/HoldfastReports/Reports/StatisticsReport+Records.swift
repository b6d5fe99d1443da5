internal import Holdfast

/// The same figures for other programs.
extension StatisticsReport {
  /// A row for each bucket of each group, of the whole where there are no groups.
  var records: Records {
    let isGrouped = subject.grouping != nil
    var records = Records(
      columns: ["bucketStart", "bucketEnd"] + (isGrouped ? ["groupBy", "group", "groupIs"] : [])
        + ["unit"] + words.measures.map(\.name) + words.derived.map(\.name))
    guard isGrouped else {
      add(statistics.buckets, [], to: &records)
      return records
    }
    for group in statistics.groups {
      let key: [Records.Field] =
        switch group.key {
        case .value(let text): [.text(text.string), .plain("value")]
        case .none: [.none, .plain("none")]
        case .rest: [.none, .plain("rest")]
        }
      add(group.buckets, [.text(subject.grouping ?? "")] + key, to: &records)
    }
    return records
  }

  private func add(_ buckets: [Bucket], _ key: [Records.Field], to records: inout Records) {
    let unit: Records.Field = subject.unit.map { .text($0.string) } ?? .none
    for bucket in buckets {
      let figures = bucket.figures
      records.add(
        [.plain(names.rfc3339(bucket.start)), .plain(names.rfc3339(bucket.end))] + key + [unit]
          + words.measures.map { .plain(format($0).plain($0.value(figures))) }
          + words.derived.map { field($0.value(figures)) })
    }
  }

  private func field(_ value: JSONValue) -> Records.Field {
    value == .null ? .none : .plain(value.text)
  }

  /// Amounts in the smallest denomination of their unit, instants with the offset of the time zone.
  var json: JSONValue {
    let groups = statistics.groups.map { group -> JSONValue in
      let key: JSONValue =
        if case .value(let text) = group.key { .string(text.string) } else { .null }
      return [
        "key": key, "isRest": .bool(group.key == .rest), "totals": figures(group.totals),
        "buckets": .array(group.buckets.map(bucket)),
      ]
    }
    return [
      "report": .string(words.name), "version": 1, "tenant": .string(subject.tenant.string),
      "account": subject.account.map { .string($0.string) } ?? .null, "unit": subject.json,
      "period": subject.periodJSON(names), "groupBy": subject.grouping.map { .string($0) } ?? .null,
      "readAt": .string(names.rfc3339(statistics.readAt)),
      "isClosed": .bool(statistics.isClosed), "totals": figures(statistics.totals),
      "buckets": .array(statistics.buckets.map(bucket)),
      "groups": subject.grouping == nil ? .null : .array(groups),
    ]
  }

  private func bucket(_ bucket: Bucket) -> JSONValue {
    var object: JSONValue = [
      "start": .string(names.rfc3339(bucket.start)), "end": .string(names.rfc3339(bucket.end)),
    ]
    if case .object(let bounds) = object, case .object(let sums) = figures(bucket.figures) {
      object = .object(JSONObject(Array(bounds) + Array(sums)))
    }
    return object
  }

  private func figures(_ figures: Figures) -> JSONValue {
    let sums = words.measures.map { measure in
      (name: measure.name, value: JSONValue.integer(measure.value(figures)))
    }
    return .object(
      JSONObject(sums + words.derived.map { (name: $0.name, value: $0.value(figures)) }))
  }
}
