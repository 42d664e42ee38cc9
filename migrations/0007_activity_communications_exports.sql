CREATE TABLE `checkin_activity` (
	`event_id` text NOT NULL,
	`bucket` integer NOT NULL,
	`ticket_id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`check_ins` integer NOT NULL,
	PRIMARY KEY(`event_id`, `bucket`, `ticket_id`)
);
--> statement-breakpoint
CREATE INDEX `checkin_activity_calendar` ON `checkin_activity` (`calendar_id`,`bucket`);--> statement-breakpoint
CREATE TABLE `guest_activity` (
	`event_id` text NOT NULL,
	`bucket` integer NOT NULL,
	`ticket_id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`status` text NOT NULL,
	`guests` integer NOT NULL,
	PRIMARY KEY(`event_id`, `bucket`, `ticket_id`, `status`)
);
--> statement-breakpoint
CREATE INDEX `guest_activity_calendar` ON `guest_activity` (`calendar_id`,`bucket`);--> statement-breakpoint
CREATE TABLE `order_activity` (
	`event_id` text NOT NULL,
	`bucket` integer NOT NULL,
	`ticket_id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`orders` integer NOT NULL,
	`subtotal` integer NOT NULL,
	`discount` integer NOT NULL,
	`total` integer NOT NULL,
	`refunded` integer NOT NULL,
	PRIMARY KEY(`event_id`, `bucket`, `ticket_id`, `currency`, `status`)
);
--> statement-breakpoint
CREATE INDEX `order_activity_calendar` ON `order_activity` (`calendar_id`,`bucket`);--> statement-breakpoint
CREATE TABLE `communications` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`trigger` text NOT NULL,
	`minutes_before` integer,
	`event_start_at` integer,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`audience_statuses` text NOT NULL,
	`audience_ticket_ids` text NOT NULL,
	`status` text NOT NULL,
	`send_at` integer NOT NULL,
	`started_at` integer,
	`cursor_created_at` integer DEFAULT 0 NOT NULL,
	`cursor_id` text DEFAULT '' NOT NULL,
	`chunk_id` text NOT NULL,
	`is_queued` integer DEFAULT false NOT NULL,
	`recipients` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`dropped` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "communications_kind" CHECK("communications"."kind" in ('ANNOUNCEMENT', 'REMINDER')),
	CONSTRAINT "communications_trigger" CHECK("communications"."trigger" in ('MANUAL', 'AUTOMATIC')),
	CONSTRAINT "communications_status" CHECK("communications"."status" in ('SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'))
);
--> statement-breakpoint
CREATE INDEX `communications_event` ON `communications` (`event_id`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `communications_due` ON `communications` (`send_at`) WHERE status in ('SCHEDULED', 'SENDING');--> statement-breakpoint
CREATE UNIQUE INDEX `communications_automatic` ON `communications` (`event_id`,`event_start_at`,`minutes_before`) WHERE minutes_before is not null;--> statement-breakpoint
CREATE TABLE `unsubscribes` (
	`calendar_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`calendar_id`, `email`),
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `export_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`scheduled_export_id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`status` text NOT NULL,
	`scheduled_for` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`row_count` integer,
	`bytes` integer,
	`error` text,
	`started_at` integer,
	`completed_at` integer,
	`file_expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`scheduled_export_id`) REFERENCES `scheduled_exports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "export_runs_status" CHECK("export_runs"."status" in ('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `export_runs_once` ON `export_runs` (`scheduled_export_id`,`scheduled_for`);--> statement-breakpoint
CREATE INDEX `export_runs_waiting` ON `export_runs` (`lease_until`) WHERE status in ('PENDING', 'RUNNING');--> statement-breakpoint
CREATE INDEX `export_runs_files` ON `export_runs` (`file_expires_at`) WHERE file_expires_at is not null;--> statement-breakpoint
CREATE TABLE `scheduled_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text,
	`dataset` text NOT NULL,
	`format` text NOT NULL,
	`frequency` text NOT NULL,
	`weekday` integer,
	`day_of_month` integer,
	`time_of_day` text NOT NULL,
	`timezone` text NOT NULL,
	`recipients` text NOT NULL,
	`is_active` integer NOT NULL,
	`next_run_at` integer,
	`last_run_at` integer,
	`last_status` text,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "scheduled_exports_dataset" CHECK("scheduled_exports"."dataset" in ('GUESTS', 'ORDERS', 'CHECKINS', 'EVENTS')),
	CONSTRAINT "scheduled_exports_format" CHECK("scheduled_exports"."format" in ('csv', 'json')),
	CONSTRAINT "scheduled_exports_frequency" CHECK("scheduled_exports"."frequency" in ('DAILY', 'WEEKLY', 'MONTHLY'))
);
--> statement-breakpoint
CREATE INDEX `scheduled_exports_calendar` ON `scheduled_exports` (`calendar_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `scheduled_exports_due` ON `scheduled_exports` (`next_run_at`) WHERE is_active = 1;--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_events_age` ON `payment_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `events_reminders` ON `events` (`start_at`) WHERE status = 'PUBLISHED' and reminder_minutes <> '[]';