import HoldfastTesting

for balances in [1, 10_000] {
  var w = try CoreWorkload(balances: balances)
  _ = try w.run(pairs: 100_000)
  let t = try w.run(pairs: 400_000)
  print(
    balances, "prepare", Int(800_000 / t.prepare), "decide", Int(800_000 / t.decide), w.verify())
}
