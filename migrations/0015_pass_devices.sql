CREATE TABLE `pass_devices` (
	`device_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`push_token` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`device_id`, `guest_id`),
	FOREIGN KEY (`guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pass_devices_guest` ON `pass_devices` (`guest_id`);