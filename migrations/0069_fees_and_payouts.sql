CREATE TABLE `provider_postings` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`account_id` text,
	`order_id` text,
	`type` text NOT NULL,
	`method` text,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "provider_postings_type" CHECK("provider_postings"."type" in ('FEE', 'PLATFORM_FEE', 'PAYOUT'))
);
--> statement-breakpoint
CREATE INDEX `provider_postings_calendar` ON `provider_postings` (`calendar_id`,`at`,`id`);
--> statement-breakpoint
CREATE TRIGGER `provider_postings_immutable` BEFORE UPDATE ON `provider_postings` BEGIN
  SELECT RAISE(ABORT, 'postings are immutable');
END;

--> statement-breakpoint
CREATE TRIGGER `provider_postings_not_deleted` BEFORE DELETE ON `provider_postings` WHEN NOT EXISTS (
  SELECT 1 FROM `calendars` c WHERE c.`id` = OLD.`calendar_id` AND c.`erase_at` = 0) BEGIN
  SELECT RAISE(ABORT, 'postings are immutable');
END;
