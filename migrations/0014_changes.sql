CREATE TABLE `change_feed` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`dropped_through` integer NOT NULL,
	`actor_type` text,
	`actor_id` text,
	`acted_at` integer
);
--> statement-breakpoint
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`at` integer NOT NULL,
	`object` text NOT NULL,
	`object_id` text NOT NULL,
	`event_id` text,
	`op` text NOT NULL,
	`fields` text,
	`actor_type` text NOT NULL,
	`actor_id` text,
	CONSTRAINT "changes_op" CHECK("changes"."op" in ('upsert', 'delete'))
);
--> statement-breakpoint
CREATE INDEX `changes_calendar` ON `changes` (`calendar_id`);--> statement-breakpoint
CREATE INDEX `changes_object` ON `changes` (`object_id`);--> statement-breakpoint
CREATE INDEX `changes_event` ON `changes` (`event_id`);
--> statement-breakpoint
INSERT INTO `change_feed` (`id`, `epoch`, `dropped_through`) VALUES (1, lower(hex(randomblob(8))), 0);
--> statement-breakpoint
CREATE TRIGGER `changes_calendars_in` AFTER INSERT ON `calendars` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'calendar', NEW.id,
    null, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_over` AFTER UPDATE OF slug, name, description, avatar_url, cover_url, timezone, website, visibility, plan, created_at, updated_at ON `calendars`
WHEN NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.avatar_url IS NOT OLD.avatar_url OR NEW.cover_url IS NOT OLD.cover_url OR NEW.timezone IS NOT OLD.timezone OR NEW.website IS NOT OLD.website OR NEW.visibility IS NOT OLD.visibility OR NEW.plan IS NOT OLD.plan OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'calendar', NEW.id,
    null, 'upsert', 
    iif(NEW.slug IS NOT OLD.slug, 'slug,', '')
      || iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.avatar_url IS NOT OLD.avatar_url, 'avatarUrl,', '')
      || iif(NEW.cover_url IS NOT OLD.cover_url, 'coverUrl,', '')
      || iif(NEW.timezone IS NOT OLD.timezone, 'timezone,', '')
      || iif(NEW.website IS NOT OLD.website, 'website,', '')
      || iif(NEW.visibility IS NOT OLD.visibility, 'visibility,', '')
      || iif(NEW.plan IS NOT OLD.plan, 'plan,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_out` AFTER DELETE ON `calendars` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'calendar', OLD.id,
    null, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_events_tickets` BEFORE DELETE ON `events` BEGIN
  DELETE FROM `tickets` WHERE event_id = OLD.id;
END;

--> statement-breakpoint
CREATE TRIGGER `changes_events_in` AFTER INSERT ON `events` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', NEW.id,
    NEW.id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, capacity, requires_approval, waitlist_enabled, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', NEW.id,
    NEW.id, 'upsert', 
    iif(NEW.slug IS NOT OLD.slug, 'slug,', '')
      || iif(NEW.title IS NOT OLD.title, 'title,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.cover_url IS NOT OLD.cover_url, 'coverUrl,', '')
      || iif(NEW.start_at IS NOT OLD.start_at OR NEW.start_date IS NOT OLD.start_date, 'startAt,', '')
      || iif(NEW.end_at IS NOT OLD.end_at OR NEW.end_date IS NOT OLD.end_date, 'endAt,', '')
      || iif(NEW.timezone IS NOT OLD.timezone, 'timezone,', '')
      || iif(NEW.all_day IS NOT OLD.all_day, 'allDay,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.visibility IS NOT OLD.visibility, 'visibility,', '')
      || iif(NEW.location_type IS NOT OLD.location_type, 'locationType,', '')
      || iif(NEW.location IS NOT OLD.location, 'location,', '')
      || iif(NEW.location_visibility IS NOT OLD.location_visibility, 'locationVisibility,', '')
      || iif(NEW.meeting_url IS NOT OLD.meeting_url, 'meetingUrl,', '')
      || iif(NEW.capacity IS NOT OLD.capacity, 'capacity,', '')
      || iif(NEW.requires_approval IS NOT OLD.requires_approval, 'requiresApproval,', '')
      || iif(NEW.waitlist_enabled IS NOT OLD.waitlist_enabled, 'waitlistEnabled,', '')
      || iif(NEW.registration_opens_at IS NOT OLD.registration_opens_at, 'registrationOpensAt,', '')
      || iif(NEW.registration_closes_at IS NOT OLD.registration_closes_at, 'registrationClosesAt,', '')
      || iif(NEW.check_in_opens_at IS NOT OLD.check_in_opens_at, 'checkInOpensAt,', '')
      || iif(NEW.check_in_closes_at IS NOT OLD.check_in_closes_at, 'checkInClosesAt,', '')
      || iif(NEW.registration_questions IS NOT OLD.registration_questions, 'registrationQuestions,', '')
      || iif(NEW.tags IS NOT OLD.tags, 'tags,', '')
      || iif(NEW.reminder_minutes IS NOT OLD.reminder_minutes, 'reminderMinutes,', '')
      || iif(NEW.sequence IS NOT OLD.sequence, 'sequence,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.cancellation_reason IS NOT OLD.cancellation_reason, 'cancellationReason,', '')
      || iif(NEW.published_at IS NOT OLD.published_at, 'publishedAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_events_out` AFTER DELETE ON `events` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', OLD.id,
    OLD.id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_in` AFTER INSERT ON `tickets` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = NEW.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'ticket', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_over` AFTER UPDATE OF name, description, type, price, currency, capacity, sales_start_at, sales_end_at, requires_approval, is_hidden, sort_order, created_at, updated_at, is_paused ON `tickets`
WHEN NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.type IS NOT OLD.type OR NEW.price IS NOT OLD.price OR NEW.currency IS NOT OLD.currency OR NEW.capacity IS NOT OLD.capacity OR NEW.sales_start_at IS NOT OLD.sales_start_at OR NEW.sales_end_at IS NOT OLD.sales_end_at OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.is_hidden IS NOT OLD.is_hidden OR NEW.sort_order IS NOT OLD.sort_order OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.is_paused IS NOT OLD.is_paused BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = NEW.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'ticket', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.type IS NOT OLD.type, 'type,', '')
      || iif(NEW.price IS NOT OLD.price, 'price,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.capacity IS NOT OLD.capacity, 'capacity,', '')
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
CREATE TRIGGER `changes_tickets_out` AFTER DELETE ON `tickets` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = OLD.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'ticket', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_in` AFTER INSERT ON `guests`
WHEN NEW.erased_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_over` AFTER UPDATE OF order_id, first_name, last_name, email, status, source, qr_code, approved_at, cancelled_at, checked_in_at, created_at, updated_at, ticket_id, answers, erased_at ON `guests`
WHEN (OLD.erased_at IS NULL OR NEW.erased_at IS NULL) AND (NEW.order_id IS NOT OLD.order_id OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email OR NEW.status IS NOT OLD.status OR NEW.source IS NOT OLD.source OR NEW.qr_code IS NOT OLD.qr_code OR NEW.approved_at IS NOT OLD.approved_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.answers IS NOT OLD.answers OR NEW.erased_at IS NOT OLD.erased_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', NEW.id,
    NEW.event_id, iif(NEW.erased_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.erased_at IS NULL AND NEW.erased_at IS NULL THEN iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.first_name IS NOT OLD.first_name, 'firstName,', '')
      || iif(NEW.last_name IS NOT OLD.last_name, 'lastName,', '')
      || iif(NEW.email IS NOT OLD.email, 'email,', '')
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
END;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_out` AFTER DELETE ON `guests`
WHEN OLD.erased_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkins_in` AFTER INSERT ON `checkins`
WHEN NEW.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkin', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkins_over` AFTER UPDATE OF guest_id, ticket_id, checked_in_at, checked_in_by, checked_in_by_label, gate, device_id, undone_at ON `checkins`
WHEN (OLD.undone_at IS NULL OR NEW.undone_at IS NULL) AND (NEW.guest_id IS NOT OLD.guest_id OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.checked_in_by IS NOT OLD.checked_in_by OR NEW.checked_in_by_label IS NOT OLD.checked_in_by_label OR NEW.gate IS NOT OLD.gate OR NEW.device_id IS NOT OLD.device_id OR NEW.undone_at IS NOT OLD.undone_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkin', NEW.id,
    NEW.event_id, iif(NEW.undone_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.undone_at IS NULL AND NEW.undone_at IS NULL THEN iif(NEW.guest_id IS NOT OLD.guest_id, 'guestId,', '')
      || iif(NEW.ticket_id IS NOT OLD.ticket_id, 'ticketId,', '')
      || iif(NEW.checked_in_at IS NOT OLD.checked_in_at, 'checkedInAt,', '')
      || iif(NEW.checked_in_by IS NOT OLD.checked_in_by, 'checkedInBy,', '')
      || iif(NEW.checked_in_by_label IS NOT OLD.checked_in_by_label, 'checkedInByLabel,', '')
      || iif(NEW.gate IS NOT OLD.gate, 'gate,', '')
      || iif(NEW.device_id IS NOT OLD.device_id, 'deviceId,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkins_out` AFTER DELETE ON `checkins`
WHEN OLD.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkin', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_in` AFTER INSERT ON `orders` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_over` AFTER UPDATE OF number, status, currency, subtotal, discount, total, refunded, expires_at, paid_at, cancelled_at, created_at, updated_at, guest_id, ticket_id, ticket_name, buyer_first_name, buyer_last_name, buyer_email, coupon_id, coupon_code, provider, payment_reference, payment_url ON `orders`
WHEN NEW.number IS NOT OLD.number OR NEW.status IS NOT OLD.status OR NEW.currency IS NOT OLD.currency OR NEW.subtotal IS NOT OLD.subtotal OR NEW.discount IS NOT OLD.discount OR NEW.total IS NOT OLD.total OR NEW.refunded IS NOT OLD.refunded OR NEW.expires_at IS NOT OLD.expires_at OR NEW.paid_at IS NOT OLD.paid_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.guest_id IS NOT OLD.guest_id OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name OR NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email OR NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code OR NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.number IS NOT OLD.number, 'number,', '')
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
      || iif(NEW.guest_id IS NOT OLD.guest_id OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name, 'items,', '')
      || iif(NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email, 'buyer,', '')
      || iif(NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code, 'coupon,', '')
      || iif(NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url, 'payment,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_out` AFTER DELETE ON `orders` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_in` AFTER INSERT ON `refunds` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_over` AFTER UPDATE OF order_id, amount, currency, reason, status, created_at, completed_at ON `refunds`
WHEN NEW.order_id IS NOT OLD.order_id OR NEW.amount IS NOT OLD.amount OR NEW.currency IS NOT OLD.currency OR NEW.reason IS NOT OLD.reason OR NEW.status IS NOT OLD.status OR NEW.created_at IS NOT OLD.created_at OR NEW.completed_at IS NOT OLD.completed_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', 
    iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.amount IS NOT OLD.amount, 'amount,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.reason IS NOT OLD.reason, 'reason,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.completed_at IS NOT OLD.completed_at, 'completedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_out` AFTER DELETE ON `refunds` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = OLD.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', OLD.id,
    (SELECT o.event_id FROM orders o WHERE o.id = OLD.order_id), 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_coupons_in` AFTER INSERT ON `coupons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'coupon', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_coupons_over` AFTER UPDATE OF event_id, ticket_ids, code, discount_type, percent_off, amount_off, currency, max_redemptions, valid_from, valid_until, is_active, created_at ON `coupons`
WHEN NEW.event_id IS NOT OLD.event_id OR NEW.ticket_ids IS NOT OLD.ticket_ids OR NEW.code IS NOT OLD.code OR NEW.discount_type IS NOT OLD.discount_type OR NEW.percent_off IS NOT OLD.percent_off OR NEW.amount_off IS NOT OLD.amount_off OR NEW.currency IS NOT OLD.currency OR NEW.max_redemptions IS NOT OLD.max_redemptions OR NEW.valid_from IS NOT OLD.valid_from OR NEW.valid_until IS NOT OLD.valid_until OR NEW.is_active IS NOT OLD.is_active OR NEW.created_at IS NOT OLD.created_at BEGIN
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
      || iif(NEW.valid_from IS NOT OLD.valid_from, 'validFrom,', '')
      || iif(NEW.valid_until IS NOT OLD.valid_until, 'validUntil,', '')
      || iif(NEW.is_active IS NOT OLD.is_active, 'isActive,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_coupons_out` AFTER DELETE ON `coupons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'coupon', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_communications_in` AFTER INSERT ON `communications` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), lower(NEW.kind), NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_communications_over` AFTER UPDATE OF trigger, minutes_before, subject, body, status, send_at, created_at, sent_at, audience_statuses, audience_ticket_ids ON `communications`
WHEN NEW.trigger IS NOT OLD.trigger OR NEW.minutes_before IS NOT OLD.minutes_before OR NEW.subject IS NOT OLD.subject OR NEW.body IS NOT OLD.body OR NEW.status IS NOT OLD.status OR NEW.send_at IS NOT OLD.send_at OR NEW.created_at IS NOT OLD.created_at OR NEW.sent_at IS NOT OLD.sent_at OR NEW.audience_statuses IS NOT OLD.audience_statuses OR NEW.audience_ticket_ids IS NOT OLD.audience_ticket_ids BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), lower(NEW.kind), NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.trigger IS NOT OLD.trigger, 'trigger,', '')
      || iif(NEW.minutes_before IS NOT OLD.minutes_before, 'minutesBefore,', '')
      || iif(NEW.subject IS NOT OLD.subject, 'subject,', '')
      || iif(NEW.body IS NOT OLD.body, 'body,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.send_at IS NOT OLD.send_at, 'sendAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.sent_at IS NOT OLD.sent_at, 'sentAt,', '')
      || iif(NEW.audience_statuses IS NOT OLD.audience_statuses OR NEW.audience_ticket_ids IS NOT OLD.audience_ticket_ids, 'audience,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_communications_out` AFTER DELETE ON `communications` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), lower(OLD.kind), OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;
