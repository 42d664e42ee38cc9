CREATE TABLE `bank_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`bank_account_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`booked_on` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`payer_name` text NOT NULL,
	`payer_iban` text,
	`text` text NOT NULL,
	`reference` text,
	`bank_reference` text,
	`state` text NOT NULL,
	`orders` text NOT NULL,
	`refund_id` text,
	`reason` text,
	`move_id` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "bank_lines_state_known" CHECK("bank_lines"."state" in ('MATCHED', 'UNDERPAID', 'OVERPAID', 'DUPLICATE', 'LATE', 'REFUNDED', 'SUGGESTED', 'UNMATCHED', 'IGNORED'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_lines_fingerprint` ON `bank_lines` (`calendar_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `bank_lines_state` ON `bank_lines` (`calendar_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bank_lines_calendar` ON `bank_lines` (`calendar_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `payout_state` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `paid_out_at` integer;--> statement-breakpoint
ALTER TABLE `refunds` ADD `payout_file` text;--> statement-breakpoint
CREATE INDEX `refunds_file` ON `refunds` (`payout_file`) WHERE payout_file is not null;--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`created_at`,`id`) WHERE payout_state = 'DUE';--> statement-breakpoint
ALTER TABLE `guest_choices` ADD `pay_by` text;
--> statement-breakpoint
-- Someone has to transfer the money of a refund if the order was paid by bank transfer.
CREATE TRIGGER `refunds_to_transfer` AFTER INSERT ON `refunds` WHEN NEW.`status` = 'SUCCEEDED' AND NEW.`payout_state` IS NULL
  AND EXISTS (SELECT 1 FROM `order_terms` z WHERE z.`order_id` = NEW.`order_id` AND (z.`method` = 'BANK' OR z.`received` > 0)) BEGIN
  UPDATE `refunds` SET `payout_state` = 'DUE' WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- An order that ends with part of its money here gives that part back.
CREATE TRIGGER `orders_ended_with_money` AFTER UPDATE OF `status` ON `orders` WHEN OLD.`status` = 'PENDING' AND NEW.`status` IN ('EXPIRED', 'CANCELLED')
  AND EXISTS (SELECT 1 FROM `order_terms` z WHERE z.`order_id` = NEW.`id` AND z.`received` > 0) BEGIN
  INSERT INTO `refunds` (`id`, `order_id`, `amount`, `currency`, `reason`, `notify_buyer`, `status`, `payment`, `created_at`, `completed_at`)
  SELECT 'rfd_' || lower(hex(randomblob(11))), NEW.`id`, z.`received`, NEW.`currency`, 'The order ended before it was paid in full.', 0, 'SUCCEEDED',
    'received:' || lower(hex(randomblob(11))), NEW.`updated_at`, NEW.`updated_at` FROM `order_terms` z WHERE z.`order_id` = NEW.`id`;
  UPDATE `order_terms` SET `received` = 0 WHERE `order_id` = NEW.`id`;
END;

--> statement-breakpoint
DROP TRIGGER `changes_refunds_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_over` AFTER UPDATE OF order_id, amount, currency, reason, guest_ids, status, paid_out_at, created_at, completed_at ON `refunds`
WHEN NEW.order_id IS NOT OLD.order_id OR NEW.amount IS NOT OLD.amount OR NEW.currency IS NOT OLD.currency OR NEW.reason IS NOT OLD.reason OR NEW.guest_ids IS NOT OLD.guest_ids OR NEW.status IS NOT OLD.status OR NEW.paid_out_at IS NOT OLD.paid_out_at OR NEW.created_at IS NOT OLD.created_at OR NEW.completed_at IS NOT OLD.completed_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', 
    iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.amount IS NOT OLD.amount, 'amount,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.reason IS NOT OLD.reason, 'reason,', '')
      || iif(NEW.guest_ids IS NOT OLD.guest_ids, 'guestIds,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.paid_out_at IS NOT OLD.paid_out_at, 'paidOutAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.completed_at IS NOT OLD.completed_at, 'completedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;
