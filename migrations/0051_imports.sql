CREATE TABLE `import_sources` (
	`event_id` text NOT NULL,
	`source_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `source_id`)
);
--> statement-breakpoint
CREATE INDEX `import_sources_guest` ON `import_sources` (`guest_id`);