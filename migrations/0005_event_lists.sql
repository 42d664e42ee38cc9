CREATE TABLE `event_counts` (
	`calendar_id` text NOT NULL,
	`edge` text NOT NULL,
	`shift` integer NOT NULL,
	`stretch` integer NOT NULL,
	`status` text NOT NULL,
	`visibility` text NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`)
);
--> statement-breakpoint
DROP INDEX `events_calendar_start`;--> statement-breakpoint
CREATE INDEX `events_calendar_order` ON `events` (`calendar_id`,`start_at`,`id`,`end_at`);--> statement-breakpoint
CREATE INDEX `events_open_order` ON `events` (`calendar_id`,`start_at`,`id`,`end_at`) WHERE visibility = 'PUBLIC' and status in ('PUBLISHED', 'CANCELLED');