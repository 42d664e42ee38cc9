CREATE TABLE `order_terms` (
	`order_id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`method` text NOT NULL,
	`payment_state` text NOT NULL,
	`hold_until` integer,
	`fee` integer DEFAULT 0 NOT NULL,
	`addons_total` integer DEFAULT 0 NOT NULL,
	`tax_rates` text,
	`application_fee` integer DEFAULT 0 NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`disputed` integer DEFAULT 0 NOT NULL,
	`policy` text,
	CONSTRAINT "order_terms_method" CHECK("order_terms"."method" in ('ONLINE', 'BANK', 'HAND')),
	CONSTRAINT "order_terms_payment_state" CHECK("order_terms"."payment_state" in ('OPEN', 'PROCESSING', 'FAILED', 'OVERDUE'))
);
--> statement-breakpoint
CREATE INDEX `order_terms_account` ON `order_terms` (`account_id`) WHERE account_id is not null;--> statement-breakpoint
CREATE TABLE `payment_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`kind` text NOT NULL,
	`mode` text NOT NULL,
	`stripe_account` text NOT NULL,
	`country` text,
	`default_currency` text,
	`status` text NOT NULL,
	`charges_enabled` integer DEFAULT false NOT NULL,
	`payouts_enabled` integer DEFAULT false NOT NULL,
	`requirements` text NOT NULL,
	`sealed_key` text,
	`key_last4` text,
	`sealed_webhook_secret` text,
	`webhook_endpoint` text,
	`is_default` integer DEFAULT false NOT NULL,
	`refused_at` integer,
	`connected_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`disconnected_at` integer,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payment_accounts_kind" CHECK("payment_accounts"."kind" in ('CONNECT', 'OWN_KEY')),
	CONSTRAINT "payment_accounts_mode" CHECK("payment_accounts"."mode" in ('LIVE', 'TEST')),
	CONSTRAINT "payment_accounts_status" CHECK("payment_accounts"."status" in ('ONBOARDING', 'ACTIVE', 'RESTRICTED', 'DISCONNECTED'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_stripe` ON `payment_accounts` (`calendar_id`,`stripe_account`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_default` ON `payment_accounts` (`calendar_id`) WHERE is_default = 1;--> statement-breakpoint
CREATE INDEX `payment_accounts_of_stripe` ON `payment_accounts` (`stripe_account`);--> statement-breakpoint
ALTER TABLE `orders` ADD `terms_revision` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `order_terms_opened` AFTER INSERT ON `orders` WHEN NEW.`total` > 0 BEGIN
  INSERT INTO `order_terms` (`order_id`, `account_id`, `method`, `payment_state`)
  VALUES (NEW.`id`, iif(NEW.`provider` = 'STRIPE', (SELECT a.`id` FROM `payment_accounts` a
      WHERE a.`calendar_id` = NEW.`calendar_id` AND a.`is_default` = 1), null),
    iif(NEW.`provider` = 'STRIPE', 'ONLINE', 'HAND'), 'OPEN');
END;

--> statement-breakpoint
DROP TRIGGER `changes_orders_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_over` AFTER UPDATE OF number, party_id, status, currency, subtotal, discount, total, refunded, expires_at, paid_at, cancelled_at, created_at, updated_at, guest_id, quantity, seats_revision, ticket_id, ticket_name, buyer_first_name, buyer_last_name, buyer_email, coupon_id, coupon_code, provider, payment_reference, payment_url, paid_on, paid_note, terms_revision ON `orders`
WHEN NEW.number IS NOT OLD.number OR NEW.party_id IS NOT OLD.party_id OR NEW.status IS NOT OLD.status OR NEW.currency IS NOT OLD.currency OR NEW.subtotal IS NOT OLD.subtotal OR NEW.discount IS NOT OLD.discount OR NEW.total IS NOT OLD.total OR NEW.refunded IS NOT OLD.refunded OR NEW.expires_at IS NOT OLD.expires_at OR NEW.paid_at IS NOT OLD.paid_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.seats_revision IS NOT OLD.seats_revision OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name OR NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email OR NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code OR NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url OR NEW.paid_on IS NOT OLD.paid_on OR NEW.paid_note IS NOT OLD.paid_note OR NEW.terms_revision IS NOT OLD.terms_revision BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.number IS NOT OLD.number, 'number,', '')
      || iif(NEW.party_id IS NOT OLD.party_id, 'partyId,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.subtotal IS NOT OLD.subtotal, 'subtotal,', '')
      || iif(NEW.discount IS NOT OLD.discount, 'discount,', '')
      || iif(NEW.total IS NOT OLD.total, 'total,', '')
      || iif(NEW.refunded IS NOT OLD.refunded, 'refunded,', '')
      || iif(NEW.expires_at IS NOT OLD.expires_at, 'expiresAt,', '')
      || iif(NEW.paid_at IS NOT OLD.paid_at, 'paidAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.seats_revision IS NOT OLD.seats_revision OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name, 'items,', '')
      || iif(NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email, 'buyer,', '')
      || iif(NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code, 'coupon,', '')
      || iif(NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url OR NEW.paid_on IS NOT OLD.paid_on OR NEW.paid_note IS NOT OLD.paid_note OR NEW.terms_revision IS NOT OLD.terms_revision, 'payment,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'order.updated', json_object('orderId', NEW.id, 'number', NEW.number, 'eventId', NEW.event_id, 'status', NEW.status,
      'previousStatus', OLD.status, 'total', NEW.total, 'refunded', NEW.refunded, 'net', NEW.total - NEW.refunded,
      'currency', NEW.currency), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.status IS NOT OLD.status OR NEW.refunded IS NOT OLD.refunded) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'order.updated');
END;
