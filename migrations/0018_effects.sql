CREATE TABLE `payment_differences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`event_id` text NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`noticed_at` integer NOT NULL,
	`settled_at` integer,
	CONSTRAINT "payment_differences_kind" CHECK("payment_differences"."kind" in ('DISPUTED', 'PAID_TWICE', 'PAYMENT_DIFFERS', 'PAYMENT_MISSING', 'REFUND_DIFFERS', 'REFUND_FAILED'))
);
--> statement-breakpoint
CREATE INDEX `payment_differences_event` ON `payment_differences` (`event_id`,`noticed_at`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `payment_differences_order` ON `payment_differences` (`order_id`);--> statement-breakpoint
CREATE TABLE `payment_reconciliations` (
	`id` text PRIMARY KEY NOT NULL,
	`phase` text NOT NULL,
	`cursor` text,
	`since` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `payment` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `effect` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `effect_request` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `effect_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `reconciled_at` integer;--> statement-breakpoint
CREATE INDEX `orders_payment` ON `orders` (`payment`) WHERE payment is not null;--> statement-breakpoint
CREATE INDEX `orders_effect` ON `orders` (`effect_at`) WHERE effect in ('INTENDED', 'SENT', 'KNOWN');--> statement-breakpoint
ALTER TABLE `refunds` ADD `payment` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `effect` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `effect_request` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `effect_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_reference` ON `refunds` (`reference`) WHERE reference > '';--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payment` ON `refunds` (`payment`) WHERE payment is not null;
--> statement-breakpoint
UPDATE `orders` SET `effect` = CASE
  WHEN `status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN 'SETTLED'
  WHEN `status` <> 'PENDING' AND `created_at` < unixepoch() * 1000 - 172800000 THEN 'SETTLED'
  WHEN `payment_reference` IS NULL THEN 'SENT' ELSE 'KNOWN' END
WHERE `provider` = 'STRIPE';
--> statement-breakpoint
UPDATE `refunds` SET `effect` = CASE WHEN `reference` > '' THEN 'KNOWN' ELSE 'SENT' END WHERE `status` = 'PENDING';
