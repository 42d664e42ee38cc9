CREATE TABLE `letters` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`cursor_created_at` integer DEFAULT 0 NOT NULL,
	`cursor_id` text DEFAULT '' NOT NULL,
	`chunk_id` text NOT NULL,
	`is_queued` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `letters_waiting` ON `letters` (`created_at`) WHERE is_queued = 0;--> statement-breakpoint
CREATE INDEX `letters_age` ON `letters` (`created_at`);--> statement-breakpoint
ALTER TABLE `scheduled_exports` ADD `paused_reason` text;--> statement-breakpoint
ALTER TABLE `guests` ADD `link_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `guests_erased` ON `guests` (`event_id`,`erased_at`) WHERE erased_at is not null;--> statement-breakpoint
ALTER TABLE `idempotency_claims` ADD `event_id` text;--> statement-breakpoint
ALTER TABLE `idempotency_claims` ADD `about` text;--> statement-breakpoint
CREATE INDEX `idempotency_claims_event` ON `idempotency_claims` (`event_id`) WHERE about is not null;--> statement-breakpoint
ALTER TABLE `orders` ADD `buyer_guest_id` text;--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_guest_id`);--> statement-breakpoint
ALTER TABLE `deliveries` ADD `guest_id` text GENERATED ALWAYS AS ((json_extract(data, '$.guestId'))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `deliveries_guest` ON `deliveries` (`guest_id`) WHERE guest_id is not null;--> statement-breakpoint
CREATE INDEX `mails_age` ON `mails` (`created_at`);
--> statement-breakpoint
UPDATE `orders` SET `buyer_guest_id` = `guest_id`;
--> statement-breakpoint
UPDATE `orders` SET `buyer_guest_id` = p.`id` FROM (
  SELECT `order_id`, `id`, min(`created_at`) FROM `guests` WHERE `status` = 'TRANSFERRED' AND `order_id` IS NOT NULL GROUP BY `order_id`
) AS p WHERE `orders`.`id` = p.`order_id`;
--> statement-breakpoint
UPDATE `mails` SET `data` = '{}' WHERE `kind` = 'transfer.sent' AND `status` NOT IN ('pending', 'retrying');
