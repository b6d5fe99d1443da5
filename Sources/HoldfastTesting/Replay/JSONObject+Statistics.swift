internal import Holdfast

/// Writes statistics in the form of replay files.
extension JSONObject {
  /// The buckets are the `totals`; each group has its sums and buckets of its own.
  mutating func add<Figures: StatisticsFigures & JSONFigures>(_ statistics: Statistics<Figures>) {
    self["totals"] = JSONObject.array(statistics.buckets)
    self["sums"] = .object(statistics.totals.object)
    self["groups"] = .array(
      statistics.groups.map { group in
        var object = group.totals.object
        switch group.key {
        case .value(let text):
          object["key"] = .string(text.string)
          object["label"] = .string(text.string)
        case .none:
          object["key"] = .null
          object["label"] = "none"
        case .rest:
          object["key"] = .null
          object["label"] = "other"
        }
        object["buckets"] = JSONObject.array(group.buckets)
        return .object(object)
      })
    self["closed"] = .bool(statistics.isClosed)
  }

  private static func array<Figures: StatisticsFigures & JSONFigures>(
    _ buckets: [Statistics<Figures>.Bucket]
  ) -> JSONValue {
    .array(
      buckets.map { bucket in
        var object = bucket.figures.object
        object.set("start", bucket.start)
        return .object(object)
      })
  }

  mutating func add(_ peaks: HeldPeaks) {
    self["totals"] = .array(
      peaks.buckets.map { bucket in
        var object = JSONObject()
        object.set("start", bucket.start)
        object["amount"] = .integer(bucket.amount)
        object.set("reachedAt", bucket.reachedAt)
        return .object(object)
      })
    self["closed"] = .bool(peaks.isClosed)
  }
}

/// Figures that a replay file can name.
protocol JSONFigures {
  var object: JSONObject { get }
}

extension ConsumptionFigures: JSONFigures {
  var object: JSONObject {
    [
      "spent": .integer(spent), "granted": .integer(granted), "net": .integer(net),
      "entryCount": .integer(entryCount), "consumed": .integer(consumed),
      "lapsed": .integer(lapsed), "voided": .integer(voided),
      "transferred": .integer(transferred), "reversed": .integer(reversed),
    ]
  }
}

extension UsageFigures: JSONFigures {
  var object: JSONObject {
    [
      "amount": .integer(amount), "consumed": .integer(consumed),
      "eventCount": .integer(eventCount), "chargedUnits": .integer(chargedUnits),
    ]
  }
}

extension ReservationFigures: JSONFigures {
  var object: JSONObject {
    var object: JSONObject = [
      "ended": .integer(endedCount), "settled": .integer(settledCount),
      "released": .integer(releasedCount), "expired": .integer(expiredCount),
      "expiredUnsettled": .integer(expiredUnsettledCount),
      "expiredUnsettledAmount": .integer(expiredUnsettledAmount),
      "heldAmount": .integer(heldAmount), "settledAmount": .integer(settledAmount),
      "returnedAmount": .integer(returnedAmount), "shortfallAmount": .integer(shortfallAmount),
      "late": .integer(lateCount), "lateAmount": .integer(lateAmount),
    ]
    if let median = heldTimes.percentile(50) {
      object["medianHeldSeconds"] = .integer(median.components.seconds)
    }
    return object
  }
}

extension ExpiringFigures: JSONFigures {
  var object: JSONObject {
    [
      "amount": .integer(amount), "pinnedAmount": .integer(pinnedAmount),
      "scheduledAmount": .integer(scheduledAmount), "lotCount": .integer(lotCount),
      "costBasis": .integer(costBasis),
    ]
  }
}

extension BreakageFigures: JSONFigures {
  var object: JSONObject {
    [
      "grantedAmount": .integer(grantedAmount), "withdrawnAmount": .integer(withdrawnAmount),
      "lapsedAmount": .integer(lapsedAmount), "voidedAmount": .integer(voidedAmount),
      "brokenAmount": .integer(brokenAmount), "brokenCostBasis": .integer(brokenCostBasis),
    ]
  }
}
