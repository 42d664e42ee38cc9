CREATE TABLE `quoting` (
	`id` text PRIMARY KEY NOT NULL,
	`changes_after` integer NOT NULL,
	`mails_after` integer NOT NULL,
	`letters_after` integer NOT NULL,
	`deliveries_after` integer NOT NULL,
	`refunds_after` integer NOT NULL,
	`orders_after` integer NOT NULL,
	`writes_before` integer NOT NULL,
	`expected` text,
	`summary` text,
	`details` text
);

--> statement-breakpoint
-- Rolls back a commit that does not do what was quoted. The error message carries the new quote.
CREATE TRIGGER `quoting_end` AFTER UPDATE OF `summary` ON `quoting`
WHEN NEW.`summary` IS NOT NEW.`expected` BEGIN
  SELECT RAISE(ABORT, 'quote:' || NEW.`details` || ':quote');
END;
