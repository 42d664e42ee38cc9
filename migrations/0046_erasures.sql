ALTER TABLE `accounts` ADD `progress` text;--> statement-breakpoint
ALTER TABLE `calendars` ADD `erase_at` integer;--> statement-breakpoint
ALTER TABLE `calendars` ADD `visibility_before` text;--> statement-breakpoint
CREATE INDEX `calendars_to_erase` ON `calendars` (`erase_at`) WHERE erase_at is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `erase_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `visibility_before` text;--> statement-breakpoint
CREATE INDEX `events_to_erase` ON `events` (`erase_at`) WHERE erase_at is not null;--> statement-breakpoint
CREATE INDEX `letters_event` ON `letters` (`event_id`);--> statement-breakpoint
CREATE INDEX `mails_team` ON `mails` (`calendar_id`) WHERE guest_id is null;