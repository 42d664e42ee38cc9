ALTER TABLE `deliveries` ADD `seq` integer;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `managed_by_keys` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `key_id` text;--> statement-breakpoint
CREATE INDEX `webhooks_key` ON `webhooks` (`key_id`) WHERE key_id is not null;--> statement-breakpoint
CREATE TRIGGER `webhooks_of_key` AFTER UPDATE OF `is_active`, `revoked_at` ON `api_keys`
WHEN NEW.`is_active` = 0 OR NEW.`revoked_at` IS NOT NULL BEGIN
  UPDATE `webhooks` SET `is_active` = 0, `disabled_reason` = 'key_revoked' WHERE `key_id` = NEW.`id` AND `is_active` = 1;
END;

--> statement-breakpoint
DROP TRIGGER `changes_events_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_in` AFTER INSERT ON `events` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', NEW.id,
    NEW.id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'event.created', json_object('eventId', NEW.id, 'eventSlug', NEW.slug, 'eventTitle', NEW.title,
      'startAt', coalesce(NEW.start_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.start_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.start_at % 1000)), 'endAt', coalesce(NEW.end_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.end_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.end_at % 1000)),
      'timezone', NEW.timezone, 'status', NEW.status), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.id
  WHERE (1) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'event.created');
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'event.published', json_object('eventId', NEW.id, 'eventSlug', NEW.slug, 'eventTitle', NEW.title,
      'startAt', coalesce(NEW.start_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.start_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.start_at % 1000)), 'endAt', coalesce(NEW.end_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.end_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.end_at % 1000)),
      'timezone', NEW.timezone, 'status', NEW.status, 'publishedAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.published_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.published_at % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.id
  WHERE (NEW.status = 'PUBLISHED') AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'event.published');
END;

--> statement-breakpoint
DROP TRIGGER `changes_events_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, accent, translations, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, capacity, requires_approval, waitlist_enabled, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, reentry, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.accent IS NOT OLD.accent OR NEW.translations IS NOT OLD.translations OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.reentry IS NOT OLD.reentry OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', NEW.id,
    NEW.id, 'upsert', 
    iif(NEW.slug IS NOT OLD.slug, 'slug,', '')
      || iif(NEW.title IS NOT OLD.title, 'title,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.cover_url IS NOT OLD.cover_url, 'coverUrl,', '')
      || iif(NEW.accent IS NOT OLD.accent, 'accent,', '')
      || iif(NEW.translations IS NOT OLD.translations, 'translations,', '')
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
      || iif(NEW.reentry IS NOT OLD.reentry, 'reentry,', '')
      || iif(NEW.registration_questions IS NOT OLD.registration_questions, 'registrationQuestions,', '')
      || iif(NEW.tags IS NOT OLD.tags, 'tags,', '')
      || iif(NEW.reminder_minutes IS NOT OLD.reminder_minutes, 'reminderMinutes,', '')
      || iif(NEW.sequence IS NOT OLD.sequence, 'sequence,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.cancellation_reason IS NOT OLD.cancellation_reason, 'cancellationReason,', '')
      || iif(NEW.published_at IS NOT OLD.published_at, 'publishedAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'event.published', json_object('eventId', NEW.id, 'eventSlug', NEW.slug, 'eventTitle', NEW.title,
      'startAt', coalesce(NEW.start_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.start_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.start_at % 1000)), 'endAt', coalesce(NEW.end_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.end_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.end_at % 1000)),
      'timezone', NEW.timezone, 'status', NEW.status, 'publishedAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.published_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.published_at % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.id
  WHERE (NEW.status = 'PUBLISHED' AND OLD.status = 'DRAFT') AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'event.published');
END;

--> statement-breakpoint
DROP TRIGGER `changes_guests_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_over` AFTER UPDATE OF order_id, first_name, last_name, email, locale, status, source, qr_code, approved_at, cancelled_at, checked_in_at, created_at, updated_at, ticket_id, answers, erased_at ON `guests`
WHEN (OLD.erased_at IS NULL OR NEW.erased_at IS NULL) AND (NEW.order_id IS NOT OLD.order_id OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email OR NEW.locale IS NOT OLD.locale OR NEW.status IS NOT OLD.status OR NEW.source IS NOT OLD.source OR NEW.qr_code IS NOT OLD.qr_code OR NEW.approved_at IS NOT OLD.approved_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.answers IS NOT OLD.answers OR NEW.erased_at IS NOT OLD.erased_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', NEW.id,
    NEW.event_id, iif(NEW.erased_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.erased_at IS NULL AND NEW.erased_at IS NULL THEN iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
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
DROP TRIGGER `changes_checkins_over`;

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
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'checkin.undone', (SELECT json_object('eventId', e.id, 'eventSlug', e.slug, 'checkinId', NEW.id, 'guestId', g.id,
      'guestName', trim(g.first_name || ' ' || g.last_name), 'guestEmail', g.email, 'qrCode', g.qr_code,
      'checkedInAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.checked_in_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.checked_in_at % 1000), 'checkedInBy', NEW.checked_in_by,
      'undoneAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.undone_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.undone_at % 1000), 'undoneBy', NEW.undone_by) FROM guests g WHERE g.id = NEW.guest_id), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'checkin.undone');
END;

--> statement-breakpoint
DROP TRIGGER `changes_orders_over`;

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
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'order.updated', json_object('orderId', NEW.id, 'number', NEW.number, 'eventId', NEW.event_id, 'status', NEW.status,
      'previousStatus', OLD.status, 'total', NEW.total, 'refunded', NEW.refunded, 'net', NEW.total - NEW.refunded,
      'currency', NEW.currency), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.status IS NOT OLD.status OR NEW.refunded IS NOT OLD.refunded) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'order.updated');
END;

--> statement-breakpoint
CREATE TRIGGER `changes_deliveries_in` AFTER INSERT ON `deliveries`
WHEN NEW.data ->> 'test' IS NULL BEGIN
  UPDATE deliveries SET seq = (SELECT max(seq) FROM changes WHERE object_id = coalesce(NEW.data ->> 'checkinId',
    NEW.data ->> 'guestId', NEW.data ->> 'orderId', NEW.data ->> 'id', NEW.data ->> 'eventId')) WHERE id = NEW.id;
END;
