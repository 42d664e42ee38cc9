ALTER TABLE `guests` ADD `coupon_id` text;--> statement-breakpoint
ALTER TABLE `guests` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `guests_waitlist_ticket` ON `guests` (`event_id`,`ticket_id`,`waitlist_seq`) WHERE status = 'WAITLISTED';