-- A hold is there because a row reserved it (event 6), which is never archived before it closes, and
-- no row closed it since.
SELECT hold.slot, hold.account_id, hold.stream, hold.version
FROM :"schema".hold
WHERE NOT EXISTS (
    SELECT FROM :"schema".journal
    WHERE journal.slot = hold.slot AND journal.account_id = hold.account_id
      AND journal.stream = hold.stream AND journal.version = hold.version
      AND journal.event = 6
  )
  OR EXISTS (
    SELECT FROM :"schema".journal
    WHERE journal.slot = hold.slot AND journal.account_id = hold.account_id
      AND journal.stream = hold.stream AND journal.subject = hold.version
  )
  OR EXISTS (
    SELECT FROM :"schema".archived_key
    WHERE archived_key.slot = hold.slot AND archived_key.account_id = hold.account_id
      AND archived_key.stream = hold.stream AND archived_key.subject = hold.version
  );
