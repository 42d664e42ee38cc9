CREATE TABLE `app_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`scopes` text NOT NULL,
	`resource` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`challenge` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	`grant_id` text,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `app_codes_calendar` ON `app_codes` (`calendar_id`);--> statement-breakpoint
CREATE INDEX `app_codes_age` ON `app_codes` (`created_at`);--> statement-breakpoint
CREATE TABLE `app_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`scopes` text NOT NULL,
	`resource` text NOT NULL,
	`agents_may` text DEFAULT 'ask' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `app_grants_calendar` ON `app_grants` (`calendar_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `app_grants_ended` ON `app_grants` (`ended_at`);--> statement-breakpoint
CREATE TABLE `app_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`grant_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`grant_id`) REFERENCES `app_grants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `app_tokens_grant` ON `app_tokens` (`grant_id`,`kind`);--> statement-breakpoint
CREATE INDEX `app_tokens_expiry` ON `app_tokens` (`expires_at`);--> statement-breakpoint
CREATE TRIGGER `grants_of_member` AFTER DELETE ON `members` BEGIN
  UPDATE `app_grants` SET `ended_at` = coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
    WHERE `calendar_id` = OLD.`calendar_id` AND `user_id` = OLD.`user_id` AND `ended_at` IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `grants_without_tokens` AFTER DELETE ON `app_tokens`
WHEN OLD.`kind` = 'refresh' AND NOT EXISTS (SELECT 1 FROM `app_tokens` t WHERE t.`grant_id` = OLD.`grant_id` AND t.`kind` = 'refresh') BEGIN
  UPDATE `app_grants` SET `ended_at` = OLD.`expires_at` WHERE `id` = OLD.`grant_id` AND `ended_at` IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `webhooks_of_grant` AFTER UPDATE OF `ended_at` ON `app_grants` WHEN NEW.`ended_at` IS NOT NULL BEGIN
  UPDATE `webhooks` SET `is_active` = 0, `disabled_reason` = 'grant_revoked' WHERE `key_id` = NEW.`id` AND `is_active` = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `webhooks_of_role` AFTER UPDATE OF `role` ON `members` WHEN OLD.`role` = 'OWNER' AND NEW.`role` <> 'OWNER' BEGIN
  UPDATE `webhooks` SET `is_active` = 0, `disabled_reason` = 'grant_revoked' WHERE `is_active` = 1 AND `key_id` IN
    (SELECT `id` FROM `app_grants` WHERE `calendar_id` = NEW.`calendar_id` AND `user_id` = NEW.`user_id`);
END;
