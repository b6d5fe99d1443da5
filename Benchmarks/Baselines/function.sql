-- Baseline (b): a command is one call of a function, so one round trip and one commit.
-- Each statement of a VOLATILE function sees what committed before it began; the look-ups come after
-- the lock. Outcomes: applied, duplicate, key_reused, insufficient_balance, not_found, closed,
-- exceeds_reservation.

CREATE FUNCTION baseline.reserve(
  for_account bigint, for_unit text, wanted bigint, with_key text, lasting interval,
  OUT outcome text, OUT hold_id bigint, OUT posted bigint, OUT held bigint
) LANGUAGE plpgsql AS $$
DECLARE
  b baseline.balance;
  prior baseline.journal;
  l record;
  at timestamptz;
  missing bigint := wanted;
  piece bigint;
  pin_lots bigint[] := '{}';
  pin_amounts bigint[] := '{}';
BEGIN
  SELECT * INTO b FROM baseline.balance
  WHERE account_id = for_account AND unit = for_unit FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'insufficient_balance';
    RETURN;
  END IF;
  at := greatest(clock_timestamp(), b.updated_at);

  SELECT * INTO prior FROM baseline.journal
  WHERE account_id = for_account AND kind = 'reserve' AND key = with_key;
  IF FOUND THEN
    outcome := CASE WHEN prior.amount = wanted AND prior.unit = for_unit
      THEN 'duplicate' ELSE 'key_reused' END;
    hold_id := prior.hold_id;
    posted := prior.posted_after;
    held := prior.held_after;
    RETURN;
  END IF;

  IF b.posted - b.held + b.overdraft_limit < wanted THEN
    outcome := 'insufficient_balance';
    RETURN;
  END IF;

  FOR l IN
    SELECT lot_id, remaining - pinned AS free FROM baseline.lot
    WHERE account_id = for_account AND unit = for_unit AND remaining > pinned
      AND (expires_at IS NULL OR expires_at > at)
    ORDER BY priority, expires_at NULLS LAST, lot_id
  LOOP
    piece := least(missing, l.free);
    UPDATE baseline.lot SET pinned = pinned + piece WHERE lot_id = l.lot_id;
    pin_lots := pin_lots || l.lot_id;
    pin_amounts := pin_amounts || piece;
    missing := missing - piece;
    EXIT WHEN missing = 0;
  END LOOP;

  posted := b.posted;
  held := b.held + wanted;
  INSERT INTO baseline.hold AS h (account_id, unit, amount, pin_lots, pin_amounts, expires_at,
    created_at)
  VALUES (for_account, for_unit, wanted, pin_lots, pin_amounts, at + lasting, at)
  RETURNING h.hold_id INTO reserve.hold_id;
  INSERT INTO baseline.journal (account_id, unit, version, at, kind, key, amount, posted_delta,
    held_delta, posted_after, held_after, hold_id)
  VALUES (for_account, for_unit, b.version + 1, at, 'reserve', with_key, wanted, 0, wanted, posted,
    held, reserve.hold_id);
  UPDATE baseline.balance AS t
  SET version = b.version + 1, held = reserve.held, updated_at = at
  WHERE t.account_id = for_account AND t.unit = for_unit;
  outcome := 'applied';
END $$;

CREATE FUNCTION baseline.settle(
  for_account bigint, for_hold bigint, charged bigint, with_key text, with_metadata jsonb,
  OUT outcome text, OUT posted bigint, OUT held bigint
) LANGUAGE plpgsql AS $$
DECLARE
  h baseline.hold;
  b baseline.balance;
  prior baseline.journal;
  at timestamptz;
  missing bigint := charged;
  piece bigint;
BEGIN
  SELECT * INTO h FROM baseline.hold WHERE hold_id = for_hold AND account_id = for_account;
  IF NOT FOUND THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  SELECT * INTO b FROM baseline.balance
  WHERE account_id = for_account AND unit = h.unit FOR UPDATE;
  at := greatest(clock_timestamp(), b.updated_at);

  SELECT * INTO prior FROM baseline.journal
  WHERE account_id = for_account AND kind = 'settle' AND key = with_key;
  IF FOUND THEN
    outcome := CASE WHEN prior.amount = charged AND prior.hold_id = for_hold
      THEN 'duplicate' ELSE 'key_reused' END;
    posted := prior.posted_after;
    held := prior.held_after;
    RETURN;
  END IF;

  -- Again, as it is now that nobody else can close it.
  SELECT * INTO h FROM baseline.hold WHERE hold_id = for_hold;
  IF h.status <> 'open' OR h.expires_at <= at THEN
    outcome := 'closed';
    RETURN;
  END IF;
  IF charged > h.amount THEN
    outcome := 'exceeds_reservation';
    RETURN;
  END IF;

  FOR i IN 1 .. cardinality(h.pin_lots) LOOP
    piece := least(missing, h.pin_amounts[i]);
    UPDATE baseline.lot SET remaining = remaining - piece, pinned = pinned - h.pin_amounts[i]
    WHERE lot_id = h.pin_lots[i];
    missing := missing - piece;
  END LOOP;

  posted := b.posted - charged;
  held := b.held - h.amount;
  UPDATE baseline.hold SET status = 'settled', settled = charged, closed_at = at
  WHERE hold_id = for_hold;
  INSERT INTO baseline.journal (account_id, unit, version, at, kind, key, amount, posted_delta,
    held_delta, posted_after, held_after, hold_id, metadata)
  VALUES (for_account, h.unit, b.version + 1, at, 'settle', with_key, charged, -charged, -h.amount,
    posted, held, for_hold, with_metadata);
  UPDATE baseline.balance AS t
  SET version = b.version + 1, posted = settle.posted, held = settle.held, updated_at = at
  WHERE t.account_id = for_account AND t.unit = h.unit;
  outcome := 'applied';
END $$;
