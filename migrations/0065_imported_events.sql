CREATE TABLE `imported_events` (
	`calendar_id` text NOT NULL,
	`source_id` text NOT NULL,
	`object_id` text NOT NULL,
	`fields` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`calendar_id`, `source_id`),
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `restores` ADD `is_verified` integer DEFAULT false NOT NULL;