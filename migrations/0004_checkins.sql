CREATE TABLE `checkins` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`ticket_id` text,
	`checked_in_at` integer NOT NULL,
	`checked_in_by` text NOT NULL,
	`gate` text,
	`device_id` text,
	`undone_at` integer,
	`undone_by` text,
	`told_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkins_current` ON `checkins` (`event_id`,`guest_id`) WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX `checkins_event` ON `checkins` (`event_id`,`checked_in_at`,`id`);--> statement-breakpoint
CREATE INDEX `checkins_calendar` ON `checkins` (`calendar_id`,`checked_in_at`,`id`);