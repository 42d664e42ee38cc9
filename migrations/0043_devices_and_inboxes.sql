-- Gmail's spellings of one address share a limit. A guest's pass has at most 10 devices, and each gets one push per change.
DROP INDEX `mails_counted`;--> statement-breakpoint
ALTER TABLE `mails` ADD `inbox` text GENERATED ALWAYS AS ((case when lower(substr(mailbox, instr(mailbox, '@'))) in ('@gmail.com', '@googlemail.com')
        then replace(lower(substr(mailbox, 1, instr(mailbox, '@') - 1)), '.', '') || '@gmail.com' else lower(mailbox) end)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `mails_inbox` ON `mails` (`inbox`,`counted_at`) WHERE counted_at is not null;--> statement-breakpoint
ALTER TABLE `pass_devices` ADD `used_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `pass_devices` ADD `pushed_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DELETE FROM `pass_devices` WHERE rowid IN (
  SELECT d.rowid FROM (SELECT rowid, row_number() OVER (PARTITION BY `guest_id` ORDER BY `created_at` DESC, rowid DESC) AS position
    FROM `pass_devices`) d WHERE d.position > 10);--> statement-breakpoint
UPDATE `pass_devices` SET `used_at` = `created_at`;
