@testable import HoldfastReports

/// Charts of made-up figures, with what callers may write in them.
enum ChartSamples {
  static let nasty = [
    "image, \"large\" <v2> & more", "مرحبا بالعالم", "東京の画像", "👩‍💻 pair coding", "line\nbreak",
    "a-very-long-description-that-no-axis-has-room-for-and-that-has-no-blanks-either",
  ].map(\.printable)

  static let columns = ColumnChart(
    title: "Credits consumed by item", summary: "Made up: most on 14 March.",
    columns: (1...31).map { .init(label: "\($0) Mar", name: "2026-03-\($0)") },
    series: nasty.enumerated().map { item in
      .init(
        name: item.element, tone: item.offset < 5 ? .series(item.offset) : .rest,
        values: (1...31).map { day in
          let wave = Int64((day * 7 + item.offset * 13) % 29) * Int64(6 - item.offset)
          return day == 20 && item.offset == 0 ? -120 : day % 11 == 0 ? 0 : wave * 1_250
        })
    },
    format: AmountFormat(precision: 2, symbol: "cr"), axis: "credits")

  static let bars = BarChart(
    title: "Accounts that burned most", summary: "Made up.",
    bars: nasty.enumerated().map { .init(label: $0.element, values: [Int64(90_000 >> $0.offset)]) }
      + [.init(label: "all others", isOwnLabel: true, values: [12])],
    format: AmountFormat(precision: 2, symbol: "cr"))

  static let pairs = BarChart(
    title: "Held and settled by item", summary: "Made up.",
    series: [.init(name: "held", tone: .rest), .init(name: "settled", tone: .series(0))],
    bars: nasty.prefix(4).enumerated().map {
      .init(label: $0.element, values: [Int64(9_000 >> $0.offset), Int64(5_200 >> $0.offset)])
    }, layout: .side)

  static let timeline = LineChart(
    title: "Commands a second while the server dies twice", summary: "Made up.",
    lines: [
      .init(
        name: "answered", tone: .series(0),
        points: (0..<600).map { tenth in
          let x = Double(tenth) / 10
          let rate = 4000 + 900 * Double(tenth * 37 % 17) / 17
          return .init(x: x, y: (22...25).contains(x) ? 0 : rate)
        }),
      .init(
        name: "refused", tone: .series(1), isDashed: true,
        points: (0..<60).map { .init(x: Double($0), y: $0 == 30 ? nil : Double($0 * 7 % 13) * 60) }),
    ],
    along: Axis("seconds since the start", scale: .linear(from: 0, to: 60)),
    up: Axis("a second", scale: .linear(from: 0, to: 5_000)),
    marks: [
      .init(x: 22, until: 25, label: "server killed"), .init(x: 26, label: "back"),
      .init(x: 41.5, label: "connection cut"),
    ])

  static let percentiles = LineChart(
    title: "Latency by percentile", summary: "Made up.",
    lines: ["reserve", "settle"].enumerated().map { line in
      .init(
        name: line.element, tone: .series(line.offset),
        points: (0..<54).map { step in
          let quantile = 1 - 1 / Double(1 << (step / 4)) * (1 - Double(step % 4) / 8)
          return .init(x: quantile, y: 0.2 * Double(1 + step * step) * Double(line.offset + 1))
        })
    },
    along: Axis("percentile", scale: .nines(upTo: 0.9999), label: Axis.percent),
    up: Axis(
      "latency", scale: .logarithmic(covering: [0.2, 1400]), label: Axis.milliseconds))
}
