CREATE TABLE `door_passes` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`label` text NOT NULL,
	`gate` text,
	`hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `door_passes_hash_unique` ON `door_passes` (`hash`);--> statement-breakpoint
CREATE INDEX `door_passes_event` ON `door_passes` (`event_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `checkins` ADD `checked_in_by_label` text;