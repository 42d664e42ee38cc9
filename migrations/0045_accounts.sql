CREATE TABLE `accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`locale` text,
	`erase_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accounts_to_erase` ON `accounts` (`erase_at`) WHERE erase_at is not null;