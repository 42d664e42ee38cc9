CREATE TABLE `erased_addresses` (
	`calendar_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`calendar_id`, `hash`),
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `import_sources` ADD `fields` text;