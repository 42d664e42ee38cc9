CREATE TABLE `recipient_counts` (
	`calendar_id` text NOT NULL,
	`day` integer NOT NULL,
	`recipients` integer NOT NULL,
	PRIMARY KEY(`calendar_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `recipient_counts_day` ON `recipient_counts` (`day`);--> statement-breakpoint
ALTER TABLE `calendars` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `calendars` ADD `suspension_reason` text;--> statement-breakpoint
ALTER TABLE `calendars` ADD `created_by` text;--> statement-breakpoint
CREATE INDEX `calendars_created_by` ON `calendars` (`created_by`);--> statement-breakpoint
ALTER TABLE `communications` ADD `unsubscribed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `communications` ADD `declined` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `is_limited` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `counted_at` integer;--> statement-breakpoint
ALTER TABLE `mails` ADD `mailbox` text GENERATED ALWAYS AS ((case when instr(recipient, '+') between 2 and instr(recipient, '@')
        then substr(recipient, 1, instr(recipient, '+') - 1) || substr(recipient, instr(recipient, '@')) else recipient end)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `mails_counted` ON `mails` (`mailbox`,`counted_at`) WHERE counted_at is not null;--> statement-breakpoint
UPDATE `calendars` SET `created_by` = (
  SELECT m.`user_id` FROM `members` m WHERE m.`calendar_id` = `calendars`.`id` AND m.`role` = 'OWNER' ORDER BY m.`created_at` LIMIT 1);
