CREATE TABLE `checkin_conflicts` (
	`checkin_id` text NOT NULL,
	`event_id` text NOT NULL,
	`scanned_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`scanned_by` text NOT NULL,
	`scanned_by_label` text,
	`gate` text NOT NULL,
	`device_id` text NOT NULL,
	PRIMARY KEY(`checkin_id`, `scanned_at`, `gate`, `device_id`)
);
--> statement-breakpoint
CREATE TABLE `events_to_wake` (
	`event_id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO `events_to_wake` SELECT `id` FROM `events`;
