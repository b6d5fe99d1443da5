-- A hold is there because a row reserved it (event 6) and no row closed it since.
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
  );
