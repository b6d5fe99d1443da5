-- An adapter for `holdfast stress --adapter`: a prepaid balance as a good engineer writes one. Every
-- command is one call of a function, which locks the wallet's row first and looks at everything else
-- afterwards, so each statement sees what committed before it got the lock. It is sound.

-- name: setup
CREATE SCHEMA adapter_function;

CREATE TABLE adapter_function.wallet (
  account text PRIMARY KEY,
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  CONSTRAINT nothing_is_oversold CHECK (held >= 0 AND posted >= held)
) WITH (fillfactor = 50);

CREATE TABLE adapter_function.hold (
  account text NOT NULL,
  key text NOT NULL,
  remaining bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account, key)
);
CREATE INDEX hold_due ON adapter_function.hold (account, expires_at) WHERE remaining > 0;

-- What was done under each key, and what was answered.
CREATE TABLE adapter_function.done (
  account text NOT NULL,
  word text NOT NULL,
  key text NOT NULL,
  asked bigint NOT NULL,
  amount bigint NOT NULL,
  remaining bigint,
  PRIMARY KEY (account, word, key)
);

-- Locks the wallet, and gives back what has lapsed.
CREATE FUNCTION adapter_function.locked(for_account text) RETURNS adapter_function.wallet
LANGUAGE plpgsql AS $$
DECLARE
  w adapter_function.wallet;
  lapsed bigint;
BEGIN
  SELECT * INTO w FROM adapter_function.wallet WHERE account = for_account FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO adapter_function.wallet (account) VALUES (for_account) ON CONFLICT DO NOTHING;
    SELECT * INTO w FROM adapter_function.wallet WHERE account = for_account FOR UPDATE;
  END IF;
  WITH due AS (
    DELETE FROM adapter_function.hold
    WHERE account = for_account AND remaining > 0 AND expires_at <= clock_timestamp()
    RETURNING remaining
  )
  SELECT coalesce(sum(remaining), 0) INTO lapsed FROM due;
  IF lapsed > 0 THEN
    UPDATE adapter_function.wallet SET held = held - lapsed
    WHERE account = for_account RETURNING * INTO w;
  END IF;
  RETURN w;
END $$;

CREATE FUNCTION adapter_function.run(
  for_word text, for_account text, with_key text, wanted bigint, of_hold text, is_final boolean,
  lasting bigint,
  OUT outcome text, OUT amount bigint, OUT remaining bigint, OUT available bigint,
  OUT required bigint
) LANGUAGE plpgsql AS $$
DECLARE
  w adapter_function.wallet;
  h adapter_function.hold;
  prior adapter_function.done;
  returned bigint := 0;
BEGIN
  w := adapter_function.locked(for_account);
  SELECT * INTO prior FROM adapter_function.done d
  WHERE d.account = for_account AND d.word = for_word AND d.key = with_key;
  IF FOUND THEN
    outcome := CASE WHEN prior.asked = wanted THEN 'duplicate' ELSE 'idempotency_key_reused' END;
    amount := prior.amount;
    remaining := prior.remaining;
    RETURN;
  END IF;
  available := w.posted - w.held;
  amount := wanted;

  IF for_word = 'credit' THEN
    UPDATE adapter_function.wallet SET posted = posted + wanted WHERE account = for_account;
  ELSIF for_word = 'reserve' THEN
    IF available < wanted THEN
      outcome := 'insufficient_balance';
      required := wanted;
      RETURN;
    END IF;
    UPDATE adapter_function.wallet SET held = held + wanted WHERE account = for_account;
    INSERT INTO adapter_function.hold
    VALUES (for_account, with_key, wanted, clock_timestamp() + lasting * interval '1 second');
    remaining := wanted;
  ELSE
    SELECT * INTO h FROM adapter_function.hold t
    WHERE t.account = for_account AND t.key = of_hold;
    IF NOT FOUND THEN
      -- Giving back what is given back already is no mistake.
      amount := 0;
      outcome := CASE for_word WHEN 'release' THEN 'applied' ELSE 'reservation_closed' END;
      RETURN;
    END IF;
    IF for_word = 'increase' THEN
      IF available < wanted THEN
        outcome := 'insufficient_balance';
        required := wanted;
        RETURN;
      END IF;
      remaining := h.remaining + wanted;
      amount := remaining;
      UPDATE adapter_function.wallet SET held = held + wanted WHERE account = for_account;
    ELSIF for_word = 'settle' THEN
      IF wanted > h.remaining THEN
        outcome := 'settlement_exceeds_reservation';
        RETURN;
      END IF;
      remaining := CASE WHEN is_final THEN 0 ELSE h.remaining - wanted END;
      UPDATE adapter_function.wallet
      SET posted = posted - wanted, held = held - (h.remaining - run.remaining)
      WHERE account = for_account;
    ELSE
      remaining := 0;
      amount := h.remaining;
      UPDATE adapter_function.wallet SET held = held - h.remaining WHERE account = for_account;
    END IF;
    IF remaining = 0 THEN
      DELETE FROM adapter_function.hold t WHERE t.account = for_account AND t.key = of_hold;
    ELSE
      UPDATE adapter_function.hold t SET remaining = run.remaining
      WHERE t.account = for_account AND t.key = of_hold;
    END IF;
  END IF;
  INSERT INTO adapter_function.done
  VALUES (for_account, for_word, with_key, wanted, amount, remaining);
  outcome := 'applied';
END $$;

-- name: credit
SELECT * FROM adapter_function.run('credit', :account, :key, :amount, NULL, false, 0);

-- name: reserve
SELECT * FROM adapter_function.run('reserve', :account, :key, :amount, NULL, false, :seconds);

-- name: increase
SELECT * FROM adapter_function.run('increase', :account, :key, :amount, :subject, false, 0);

-- name: settle
SELECT * FROM adapter_function.run('settle', :account, :key, :amount, :subject, :final, 0);

-- name: release
SELECT * FROM adapter_function.run('release', :account, :key, :amount, :subject, false, 0);

-- name: balance
SELECT coalesce(max(posted), 0)::bigint AS posted, coalesce(max(held), 0)::bigint AS held
FROM adapter_function.wallet WHERE account = :account;

-- name: teardown
DROP SCHEMA adapter_function CASCADE;
