CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`status` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	`statuses` text NOT NULL,
	`types` text,
	`matched` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`succeeded` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`delivery_id` text,
	`picked_at` integer,
	`passed_at` integer NOT NULL,
	`passed_row` integer DEFAULT 0 NOT NULL,
	`next_turn_at` integer NOT NULL,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "recoveries_status" CHECK("recoveries"."status" in ('RUNNING', 'DONE', 'STOPPED'))
);
--> statement-breakpoint
CREATE INDEX `recoveries_webhook` ON `recoveries` (`webhook_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `recoveries_running` ON `recoveries` (`webhook_id`) WHERE status = 'RUNNING';--> statement-breakpoint
DROP INDEX `deliveries_webhook`;--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`webhook_id`,`next_attempt_at`) WHERE status in ('pending', 'retrying');--> statement-breakpoint
CREATE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`created_at`);
--> statement-breakpoint
CREATE TRIGGER `recoveries_of_webhook` AFTER UPDATE OF `is_active` ON `webhooks`
WHEN NEW.`is_active` = 0 AND OLD.`is_active` = 1 BEGIN
  UPDATE `recoveries` SET `status` = 'STOPPED',
    `completed_at` = coalesce((SELECT `acted_at` FROM `change_feed`), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  WHERE `webhook_id` = NEW.`id` AND `status` = 'RUNNING';
END;
--> statement-breakpoint
CREATE TRIGGER `recoveries_of_calendar` AFTER UPDATE OF `plan`, `suspended_at` ON `calendars`
WHEN NEW.`plan` = 'FREE' OR NEW.`suspended_at` IS NOT NULL BEGIN
  UPDATE `recoveries` SET `status` = 'STOPPED',
    `completed_at` = coalesce((SELECT `acted_at` FROM `change_feed`), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  WHERE `status` = 'RUNNING' AND `webhook_id` IN (SELECT `id` FROM `webhooks` WHERE `calendar_id` = NEW.`id`);
END;
