CREATE TABLE `order_seats` (
	`order_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`position` integer NOT NULL,
	`ticket_id` text NOT NULL,
	`ticket_name` text NOT NULL,
	`price` integer NOT NULL,
	`discount` integer NOT NULL,
	PRIMARY KEY(`order_id`, `guest_id`)
);
--> statement-breakpoint
CREATE INDEX `order_seats_guest` ON `order_seats` (`guest_id`);--> statement-breakpoint
CREATE TABLE `parties` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`buyer_first_name` text NOT NULL,
	`buyer_last_name` text NOT NULL,
	`buyer_email` text NOT NULL,
	`answers` text NOT NULL,
	`locale` text,
	`coupon_id` text,
	`link_version` integer DEFAULT 0 NOT NULL,
	`erased_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `parties_event_buyer` ON `parties` (`event_id`,`buyer_email`);--> statement-breakpoint
DROP INDEX `guests_live_email`;--> statement-breakpoint
ALTER TABLE `guests` ADD `email_is_buyers` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `guests_party` ON `guests` (`party_id`) WHERE party_id is not null;--> statement-breakpoint
CREATE INDEX `guests_parties_in_line` ON `guests` (`event_id`) WHERE status = 'WAITLISTED' and party_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `guests_live_email` ON `guests` (`event_id`,`email`) WHERE status in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN') and email_is_buyers = 0;--> statement-breakpoint
ALTER TABLE `tickets` ADD `min_per_order` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `max_per_order` integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE `coupons` ADD `max_discounted_seats` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `party_id` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `quantity` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_party` ON `orders` (`party_id`) WHERE party_id is not null;--> statement-breakpoint
ALTER TABLE `refunds` ADD `guest_ids` text;
--> statement-breakpoint
DROP TRIGGER `changes_tickets_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_over` AFTER UPDATE OF key, name, description, translations, type, price, currency, capacity, min_per_order, max_per_order, sales_start_at, sales_end_at, requires_approval, is_hidden, sort_order, created_at, updated_at, is_paused ON `tickets`
WHEN NEW.key IS NOT OLD.key OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.translations IS NOT OLD.translations OR NEW.type IS NOT OLD.type OR NEW.price IS NOT OLD.price OR NEW.currency IS NOT OLD.currency OR NEW.capacity IS NOT OLD.capacity OR NEW.min_per_order IS NOT OLD.min_per_order OR NEW.max_per_order IS NOT OLD.max_per_order OR NEW.sales_start_at IS NOT OLD.sales_start_at OR NEW.sales_end_at IS NOT OLD.sales_end_at OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.is_hidden IS NOT OLD.is_hidden OR NEW.sort_order IS NOT OLD.sort_order OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.is_paused IS NOT OLD.is_paused BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = NEW.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'ticket', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.key IS NOT OLD.key, 'key,', '')
      || iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.translations IS NOT OLD.translations, 'translations,', '')
      || iif(NEW.type IS NOT OLD.type, 'type,', '')
      || iif(NEW.price IS NOT OLD.price, 'price,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.capacity IS NOT OLD.capacity, 'capacity,', '')
      || iif(NEW.min_per_order IS NOT OLD.min_per_order, 'minPerOrder,', '')
      || iif(NEW.max_per_order IS NOT OLD.max_per_order, 'maxPerOrder,', '')
      || iif(NEW.sales_start_at IS NOT OLD.sales_start_at, 'salesStartAt,', '')
      || iif(NEW.sales_end_at IS NOT OLD.sales_end_at, 'salesEndAt,', '')
      || iif(NEW.requires_approval IS NOT OLD.requires_approval, 'requiresApproval,', '')
      || iif(NEW.is_hidden IS NOT OLD.is_hidden, 'isHidden,', '')
      || iif(NEW.sort_order IS NOT OLD.sort_order, 'sortOrder,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.is_paused IS NOT OLD.is_paused, 'status,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_guests_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_over` AFTER UPDATE OF order_id, party_id, email_is_buyers, first_name, last_name, email, locale, status, source, qr_code, approved_at, cancelled_at, checked_in_at, created_at, updated_at, ticket_id, answers, erased_at ON `guests`
WHEN (OLD.erased_at IS NULL OR NEW.erased_at IS NULL) AND (NEW.order_id IS NOT OLD.order_id OR NEW.party_id IS NOT OLD.party_id OR NEW.email_is_buyers IS NOT OLD.email_is_buyers OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email OR NEW.locale IS NOT OLD.locale OR NEW.status IS NOT OLD.status OR NEW.source IS NOT OLD.source OR NEW.qr_code IS NOT OLD.qr_code OR NEW.approved_at IS NOT OLD.approved_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.answers IS NOT OLD.answers OR NEW.erased_at IS NOT OLD.erased_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', NEW.id,
    NEW.event_id, iif(NEW.erased_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.erased_at IS NULL AND NEW.erased_at IS NULL THEN iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.party_id IS NOT OLD.party_id, 'partyId,', '')
      || iif(NEW.email_is_buyers IS NOT OLD.email_is_buyers, 'emailIsBuyers,', '')
      || iif(NEW.first_name IS NOT OLD.first_name, 'firstName,', '')
      || iif(NEW.last_name IS NOT OLD.last_name, 'lastName,', '')
      || iif(NEW.email IS NOT OLD.email, 'email,', '')
      || iif(NEW.locale IS NOT OLD.locale, 'locale,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.source IS NOT OLD.source, 'source,', '')
      || iif(NEW.qr_code IS NOT OLD.qr_code, 'qrCode,', '')
      || iif(NEW.approved_at IS NOT OLD.approved_at, 'approvedAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.checked_in_at IS NOT OLD.checked_in_at, 'checkedInAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.ticket_id IS NOT OLD.ticket_id, 'ticket,', '')
      || iif(NEW.answers IS NOT OLD.answers, 'registrationAnswers,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'guest.updated', json_object('eventId', e.id, 'eventSlug', e.slug, 'eventTitle', e.title, 'guestId', NEW.id, 'userId', NEW.user_id,
      'guestEmail', NEW.email, 'guestName', trim(NEW.first_name || ' ' || NEW.last_name), 'status', NEW.status,
      'ticketId', NEW.ticket_id, 'ticketName', (SELECT t.name FROM tickets t WHERE t.id = NEW.ticket_id),
      'registrationAnswers', json((SELECT coalesce(json_group_array(json_object('question', a.value ->> 'question',
        'answer', a.value ->> 'answer')), '[]') FROM json_each(NEW.answers) a)),
      'previousStatus', OLD.status,
      'changes', json('["' || replace(rtrim(iif(NEW.status IS NOT OLD.status, 'status,', '') || iif(NEW.first_name IS NOT OLD.first_name, 'firstName,', '') || iif(NEW.last_name IS NOT OLD.last_name, 'lastName,', '') || iif(NEW.email IS NOT OLD.email, 'email,', ''), ','), ',', '","') || '"]')), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.erased_at IS NULL AND (NEW.status IS NOT OLD.status OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email)) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'guest.updated');
END;

--> statement-breakpoint
DROP TRIGGER `changes_orders_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_over` AFTER UPDATE OF number, party_id, status, currency, subtotal, discount, total, refunded, expires_at, paid_at, cancelled_at, created_at, updated_at, guest_id, quantity, ticket_id, ticket_name, buyer_first_name, buyer_last_name, buyer_email, coupon_id, coupon_code, provider, payment_reference, payment_url ON `orders`
WHEN NEW.number IS NOT OLD.number OR NEW.party_id IS NOT OLD.party_id OR NEW.status IS NOT OLD.status OR NEW.currency IS NOT OLD.currency OR NEW.subtotal IS NOT OLD.subtotal OR NEW.discount IS NOT OLD.discount OR NEW.total IS NOT OLD.total OR NEW.refunded IS NOT OLD.refunded OR NEW.expires_at IS NOT OLD.expires_at OR NEW.paid_at IS NOT OLD.paid_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name OR NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email OR NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code OR NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url BEGIN
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
      || iif(NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name, 'items,', '')
      || iif(NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email, 'buyer,', '')
      || iif(NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code, 'coupon,', '')
      || iif(NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url, 'payment,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'order.updated', json_object('orderId', NEW.id, 'number', NEW.number, 'eventId', NEW.event_id, 'status', NEW.status,
      'previousStatus', OLD.status, 'total', NEW.total, 'refunded', NEW.refunded, 'net', NEW.total - NEW.refunded,
      'currency', NEW.currency), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.status IS NOT OLD.status OR NEW.refunded IS NOT OLD.refunded) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'order.updated');
END;

--> statement-breakpoint
DROP TRIGGER `changes_refunds_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_over` AFTER UPDATE OF order_id, amount, currency, reason, guest_ids, status, created_at, completed_at ON `refunds`
WHEN NEW.order_id IS NOT OLD.order_id OR NEW.amount IS NOT OLD.amount OR NEW.currency IS NOT OLD.currency OR NEW.reason IS NOT OLD.reason OR NEW.guest_ids IS NOT OLD.guest_ids OR NEW.status IS NOT OLD.status OR NEW.created_at IS NOT OLD.created_at OR NEW.completed_at IS NOT OLD.completed_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', 
    iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.amount IS NOT OLD.amount, 'amount,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.reason IS NOT OLD.reason, 'reason,', '')
      || iif(NEW.guest_ids IS NOT OLD.guest_ids, 'guestIds,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.completed_at IS NOT OLD.completed_at, 'completedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_coupons_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_coupons_over` AFTER UPDATE OF event_id, ticket_ids, code, discount_type, percent_off, amount_off, currency, max_redemptions, max_discounted_seats, valid_from, valid_until, is_active, created_at ON `coupons`
WHEN NEW.event_id IS NOT OLD.event_id OR NEW.ticket_ids IS NOT OLD.ticket_ids OR NEW.code IS NOT OLD.code OR NEW.discount_type IS NOT OLD.discount_type OR NEW.percent_off IS NOT OLD.percent_off OR NEW.amount_off IS NOT OLD.amount_off OR NEW.currency IS NOT OLD.currency OR NEW.max_redemptions IS NOT OLD.max_redemptions OR NEW.max_discounted_seats IS NOT OLD.max_discounted_seats OR NEW.valid_from IS NOT OLD.valid_from OR NEW.valid_until IS NOT OLD.valid_until OR NEW.is_active IS NOT OLD.is_active OR NEW.created_at IS NOT OLD.created_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'coupon', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.event_id IS NOT OLD.event_id, 'eventId,', '')
      || iif(NEW.ticket_ids IS NOT OLD.ticket_ids, 'ticketIds,', '')
      || iif(NEW.code IS NOT OLD.code, 'code,', '')
      || iif(NEW.discount_type IS NOT OLD.discount_type, 'discountType,', '')
      || iif(NEW.percent_off IS NOT OLD.percent_off, 'percentOff,', '')
      || iif(NEW.amount_off IS NOT OLD.amount_off, 'amountOff,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.max_redemptions IS NOT OLD.max_redemptions, 'maxRedemptions,', '')
      || iif(NEW.max_discounted_seats IS NOT OLD.max_discounted_seats, 'maxDiscountedSeats,', '')
      || iif(NEW.valid_from IS NOT OLD.valid_from, 'validFrom,', '')
      || iif(NEW.valid_until IS NOT OLD.valid_until, 'validUntil,', '')
      || iif(NEW.is_active IS NOT OLD.is_active, 'isActive,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;
