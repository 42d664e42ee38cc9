CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`hash` text NOT NULL,
	`media_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`given_at` integer NOT NULL,
	`stored_at` integer,
	`sought_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `images_calendar_hash` ON `images` (`calendar_id`,`hash`);--> statement-breakpoint
CREATE INDEX `images_calendar` ON `images` (`calendar_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `images_sought` ON `images` (`sought_at`);