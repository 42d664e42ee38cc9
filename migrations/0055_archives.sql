CREATE TABLE `archive_parts` (
	`archive_id` text NOT NULL,
	`number` integer NOT NULL,
	`path` text NOT NULL,
	`row_count` integer NOT NULL,
	`bytes` integer NOT NULL,
	`packed` integer NOT NULL,
	`checksum` integer NOT NULL,
	`method` integer NOT NULL,
	`digest` text NOT NULL,
	PRIMARY KEY(`archive_id`, `number`),
	FOREIGN KEY (`archive_id`) REFERENCES `archives`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `archives` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`status` text NOT NULL,
	`position` text NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`since_seq` integer NOT NULL,
	`rounds` integer DEFAULT 1 NOT NULL,
	`secrets` text NOT NULL,
	`row_count` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`digest` text,
	`error` text,
	`lease_until` integer,
	`file_expires_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	CONSTRAINT "archives_status" CHECK("archives"."status" in ('RUNNING', 'READY', 'FAILED'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archives_running` ON `archives` (`calendar_id`) WHERE status = 'RUNNING';--> statement-breakpoint
CREATE INDEX `archives_waiting` ON `archives` (`created_at`) WHERE status in ('RUNNING');--> statement-breakpoint
CREATE INDEX `archives_calendar` ON `archives` (`calendar_id`);--> statement-breakpoint
CREATE INDEX `archives_files` ON `archives` (`file_expires_at`) WHERE file_expires_at is not null;--> statement-breakpoint
CREATE TABLE `restores` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`pieces` text DEFAULT '{}' NOT NULL,
	`calendar_id` text,
	`slug` text,
	`secrets_cipher` text,
	`keeps_links` integer DEFAULT false NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`parts_done` integer DEFAULT 0 NOT NULL,
	`row_count` integer DEFAULT 0 NOT NULL,
	`digest` text,
	`error` text,
	`lease_until` integer,
	`file_expires_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	CONSTRAINT "restores_status" CHECK("restores"."status" in ('RECEIVING', 'RUNNING', 'DONE', 'FAILED'))
);
--> statement-breakpoint
CREATE INDEX `restores_waiting` ON `restores` (`created_at`) WHERE status in ('RUNNING');--> statement-breakpoint
CREATE INDEX `restores_files` ON `restores` (`file_expires_at`) WHERE file_expires_at is not null;