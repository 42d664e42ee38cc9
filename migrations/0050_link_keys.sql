ALTER TABLE `calendars` ADD `link_key_cipher` text;--> statement-breakpoint
ALTER TABLE `calendars` ADD `person_ids_by_link_key` integer DEFAULT false NOT NULL;