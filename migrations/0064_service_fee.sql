ALTER TABLE `calendars` ADD `service_fee` text;--> statement-breakpoint
ALTER TABLE `events` ADD `service_fee` text;--> statement-breakpoint
ALTER TABLE `order_terms` ADD `is_fee_refundable` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `fee` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_seats` ADD `fee` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `order_terms_fee` AFTER INSERT ON `order_terms` WHEN EXISTS (
  SELECT 1 FROM `orders` o WHERE o.`id` = NEW.`order_id` AND o.`fee` > 0) BEGIN
  UPDATE `order_terms` SET `fee` = (SELECT o.`fee` FROM `orders` o WHERE o.`id` = NEW.`order_id`), `is_fee_refundable` = coalesce((
    SELECT coalesce(e.`service_fee`, c.`service_fee`) ->> 'refundable'
    FROM `orders` o JOIN `events` e ON e.`id` = o.`event_id` JOIN `calendars` c ON c.`id` = o.`calendar_id`
    WHERE o.`id` = NEW.`order_id`), 0) WHERE `order_id` = NEW.`order_id`;
END;

--> statement-breakpoint
CREATE TRIGGER `orders_fee_over` AFTER UPDATE OF `fee` ON `orders` WHEN NEW.`fee` <> OLD.`fee` BEGIN
  UPDATE `order_terms` SET `fee` = NEW.`fee` WHERE `order_id` = NEW.`id`;
END;

--> statement-breakpoint
DROP TRIGGER `order_terms_taxes`;

--> statement-breakpoint
CREATE TRIGGER `order_terms_taxes` AFTER INSERT ON `order_terms` WHEN EXISTS (
  SELECT 1 FROM `orders` o JOIN `tax_rates` r ON r.`calendar_id` = o.`calendar_id` WHERE o.`id` = NEW.`order_id`) BEGIN
  UPDATE `order_terms` SET `tax_rates` = (
    SELECT CASE WHEN count(r.`id`) > 0 THEN json_group_object(t.`id`, json(CASE WHEN r.`id` IS NULL THEN 'null' ELSE
      json_object('id', r.`id`, 'name', r.`name`, 'rate', r.`rate`, 'category', r.`category`) END)) END
    FROM (
        SELECT k.`id`, k.`tax_rate_id` FROM `orders` o JOIN `tickets` k ON k.`id` IN (
          SELECT o.`ticket_id` UNION SELECT s.`ticket_id` FROM `order_seats` s WHERE s.`order_id` = o.`id`) WHERE o.`id` = NEW.`order_id`
        UNION
        SELECT a.`id`, a.`tax_rate_id` FROM `order_addons` x JOIN `addons` a ON a.`id` = x.`addon_id` WHERE x.`order_id` = NEW.`order_id`
        UNION
        SELECT 'fee', coalesce(e.`service_fee`, c.`service_fee`) ->> 'taxRateId'
        FROM `orders` o JOIN `events` e ON e.`id` = o.`event_id` JOIN `calendars` c ON c.`id` = o.`calendar_id`
        WHERE o.`id` = NEW.`order_id` AND o.`fee` > 0
      ) t JOIN `orders` o ON o.`id` = NEW.`order_id`
      LEFT JOIN `tax_rates` r ON r.`calendar_id` = o.`calendar_id` AND r.`id` = coalesce(t.`tax_rate_id`, (
        SELECT d.`id` FROM `tax_rates` d WHERE d.`calendar_id` = o.`calendar_id` AND d.`is_default` = 1 AND d.`retired_at` IS NULL)))
  WHERE `order_id` = NEW.`order_id`;
END;

--> statement-breakpoint
DROP TRIGGER `changes_calendars_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_over` AFTER UPDATE OF slug, name, description, avatar_url, cover_url, timezone, website, locale, accent, contact_email, imprint_url, privacy_url, payment_instructions, currency, refund_policy, service_fee, delayed_payments, visibility, plan, created_at, updated_at, suspended_at, suspension_reason ON `calendars`
WHEN NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.avatar_url IS NOT OLD.avatar_url OR NEW.cover_url IS NOT OLD.cover_url OR NEW.timezone IS NOT OLD.timezone OR NEW.website IS NOT OLD.website OR NEW.locale IS NOT OLD.locale OR NEW.accent IS NOT OLD.accent OR NEW.contact_email IS NOT OLD.contact_email OR NEW.imprint_url IS NOT OLD.imprint_url OR NEW.privacy_url IS NOT OLD.privacy_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.currency IS NOT OLD.currency OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.service_fee IS NOT OLD.service_fee OR NEW.delayed_payments IS NOT OLD.delayed_payments OR NEW.visibility IS NOT OLD.visibility OR NEW.plan IS NOT OLD.plan OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'calendar', NEW.id,
    null, 'upsert', 
    iif(NEW.slug IS NOT OLD.slug, 'slug,', '')
      || iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.avatar_url IS NOT OLD.avatar_url, 'avatarUrl,', '')
      || iif(NEW.cover_url IS NOT OLD.cover_url, 'coverUrl,', '')
      || iif(NEW.timezone IS NOT OLD.timezone, 'timezone,', '')
      || iif(NEW.website IS NOT OLD.website, 'website,', '')
      || iif(NEW.locale IS NOT OLD.locale, 'locale,', '')
      || iif(NEW.accent IS NOT OLD.accent, 'accent,', '')
      || iif(NEW.contact_email IS NOT OLD.contact_email, 'contactEmail,', '')
      || iif(NEW.imprint_url IS NOT OLD.imprint_url, 'imprintUrl,', '')
      || iif(NEW.privacy_url IS NOT OLD.privacy_url, 'privacyUrl,', '')
      || iif(NEW.payment_instructions IS NOT OLD.payment_instructions, 'paymentInstructions,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.refund_policy IS NOT OLD.refund_policy, 'refundPolicy,', '')
      || iif(NEW.service_fee IS NOT OLD.service_fee, 'serviceFee,', '')
      || iif(NEW.delayed_payments IS NOT OLD.delayed_payments, 'delayedPayments,', '')
      || iif(NEW.visibility IS NOT OLD.visibility, 'visibility,', '')
      || iif(NEW.plan IS NOT OLD.plan, 'plan,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason, 'suspension,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_events_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, cover_alt, accent, translations, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, payment_instructions, refund_policy, service_fee, delayed_payments, capacity, requires_approval, waitlist_enabled, waitlist_mode, offer_minutes, waitlist_rule, max_overtakes, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, reentry, verify_email, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, series_id, recurrence_id, overrides, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.cover_alt IS NOT OLD.cover_alt OR NEW.accent IS NOT OLD.accent OR NEW.translations IS NOT OLD.translations OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.service_fee IS NOT OLD.service_fee OR NEW.delayed_payments IS NOT OLD.delayed_payments OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.waitlist_mode IS NOT OLD.waitlist_mode OR NEW.offer_minutes IS NOT OLD.offer_minutes OR NEW.waitlist_rule IS NOT OLD.waitlist_rule OR NEW.max_overtakes IS NOT OLD.max_overtakes OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.reentry IS NOT OLD.reentry OR NEW.verify_email IS NOT OLD.verify_email OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.series_id IS NOT OLD.series_id OR NEW.recurrence_id IS NOT OLD.recurrence_id OR NEW.overrides IS NOT OLD.overrides OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', NEW.id,
    NEW.id, 'upsert', 
    iif(NEW.slug IS NOT OLD.slug, 'slug,', '')
      || iif(NEW.title IS NOT OLD.title, 'title,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.cover_url IS NOT OLD.cover_url, 'coverUrl,', '')
      || iif(NEW.cover_alt IS NOT OLD.cover_alt, 'coverAlt,', '')
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
      || iif(NEW.payment_instructions IS NOT OLD.payment_instructions, 'paymentInstructions,', '')
      || iif(NEW.refund_policy IS NOT OLD.refund_policy, 'refundPolicy,', '')
      || iif(NEW.service_fee IS NOT OLD.service_fee, 'serviceFee,', '')
      || iif(NEW.delayed_payments IS NOT OLD.delayed_payments, 'delayedPayments,', '')
      || iif(NEW.capacity IS NOT OLD.capacity, 'capacity,', '')
      || iif(NEW.requires_approval IS NOT OLD.requires_approval, 'requiresApproval,', '')
      || iif(NEW.waitlist_enabled IS NOT OLD.waitlist_enabled, 'waitlistEnabled,', '')
      || iif(NEW.waitlist_mode IS NOT OLD.waitlist_mode, 'waitlistMode,', '')
      || iif(NEW.offer_minutes IS NOT OLD.offer_minutes, 'offerMinutes,', '')
      || iif(NEW.waitlist_rule IS NOT OLD.waitlist_rule, 'waitlistRule,', '')
      || iif(NEW.max_overtakes IS NOT OLD.max_overtakes, 'maxOvertakes,', '')
      || iif(NEW.registration_opens_at IS NOT OLD.registration_opens_at, 'registrationOpensAt,', '')
      || iif(NEW.registration_closes_at IS NOT OLD.registration_closes_at, 'registrationClosesAt,', '')
      || iif(NEW.check_in_opens_at IS NOT OLD.check_in_opens_at, 'checkInOpensAt,', '')
      || iif(NEW.check_in_closes_at IS NOT OLD.check_in_closes_at, 'checkInClosesAt,', '')
      || iif(NEW.reentry IS NOT OLD.reentry, 'reentry,', '')
      || iif(NEW.verify_email IS NOT OLD.verify_email, 'verifyEmail,', '')
      || iif(NEW.registration_questions IS NOT OLD.registration_questions, 'registrationQuestions,', '')
      || iif(NEW.tags IS NOT OLD.tags, 'tags,', '')
      || iif(NEW.reminder_minutes IS NOT OLD.reminder_minutes, 'reminderMinutes,', '')
      || iif(NEW.sequence IS NOT OLD.sequence, 'sequence,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.cancellation_reason IS NOT OLD.cancellation_reason, 'cancellationReason,', '')
      || iif(NEW.published_at IS NOT OLD.published_at, 'publishedAt,', '')
      || iif(NEW.series_id IS NOT OLD.series_id, 'seriesId,', '')
      || iif(NEW.recurrence_id IS NOT OLD.recurrence_id, 'recurrenceId,', '')
      || iif(NEW.overrides IS NOT OLD.overrides, 'overrides,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'event.published', json_object('eventId', NEW.id, 'eventSlug', NEW.slug, 'eventTitle', NEW.title,
      'startAt', coalesce(NEW.start_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.start_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.start_at % 1000)), 'endAt', coalesce(NEW.end_date, strftime('%Y-%m-%dT%H:%M:%S', NEW.end_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.end_at % 1000)),
      'timezone', NEW.timezone, 'status', NEW.status, 'publishedAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.published_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.published_at % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.id
  WHERE (NEW.status = 'PUBLISHED' AND OLD.status = 'DRAFT') AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'event.published');
END;

--> statement-breakpoint
DROP TRIGGER `changes_orders_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_over` AFTER UPDATE OF number, party_id, status, currency, subtotal, discount, total, fee, refunded, expires_at, paid_at, cancelled_at, created_at, updated_at, guest_id, quantity, seats_revision, ticket_id, ticket_name, buyer_first_name, buyer_last_name, buyer_email, coupon_id, coupon_code, provider, payment_reference, payment_url, paid_on, paid_note, terms_revision ON `orders`
WHEN NEW.number IS NOT OLD.number OR NEW.party_id IS NOT OLD.party_id OR NEW.status IS NOT OLD.status OR NEW.currency IS NOT OLD.currency OR NEW.subtotal IS NOT OLD.subtotal OR NEW.discount IS NOT OLD.discount OR NEW.total IS NOT OLD.total OR NEW.fee IS NOT OLD.fee OR NEW.refunded IS NOT OLD.refunded OR NEW.expires_at IS NOT OLD.expires_at OR NEW.paid_at IS NOT OLD.paid_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.seats_revision IS NOT OLD.seats_revision OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name OR NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email OR NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code OR NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url OR NEW.paid_on IS NOT OLD.paid_on OR NEW.paid_note IS NOT OLD.paid_note OR NEW.terms_revision IS NOT OLD.terms_revision BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.number IS NOT OLD.number, 'number,', '')
      || iif(NEW.party_id IS NOT OLD.party_id, 'partyId,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.subtotal IS NOT OLD.subtotal, 'subtotal,', '')
      || iif(NEW.discount IS NOT OLD.discount, 'discount,', '')
      || iif(NEW.total IS NOT OLD.total, 'total,', '')
      || iif(NEW.fee IS NOT OLD.fee, 'fee,', '')
      || iif(NEW.refunded IS NOT OLD.refunded, 'refunded,', '')
      || iif(NEW.expires_at IS NOT OLD.expires_at, 'expiresAt,', '')
      || iif(NEW.paid_at IS NOT OLD.paid_at, 'paidAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.seats_revision IS NOT OLD.seats_revision OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name, 'items,', '')
      || iif(NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email, 'buyer,', '')
      || iif(NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code, 'coupon,', '')
      || iif(NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url OR NEW.paid_on IS NOT OLD.paid_on OR NEW.paid_note IS NOT OLD.paid_note OR NEW.terms_revision IS NOT OLD.terms_revision, 'payment,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'order.updated', json_object('orderId', NEW.id, 'number', NEW.number, 'eventId', NEW.event_id, 'status', NEW.status,
      'previousStatus', OLD.status, 'total', NEW.total, 'refunded', NEW.refunded, 'net', NEW.total - NEW.refunded,
      'currency', NEW.currency), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.status IS NOT OLD.status OR NEW.refunded IS NOT OLD.refunded) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'order.updated');
END;

--> statement-breakpoint
DROP TRIGGER `documents_numbered`;

--> statement-breakpoint
CREATE TRIGGER `documents_numbered` AFTER INSERT ON `documents` WHEN NEW.`number` IS NULL BEGIN
  UPDATE `documents` SET `series` = CASE NEW.`kind` WHEN 'INVOICE' THEN 'R' ELSE 'G' END || coalesce((SELECT max(y.`key`) FROM `sellers` s, json_each(s.`years`) y
      WHERE s.`calendar_id` = NEW.`calendar_id` AND y.`value` <= NEW.`issued_at`), strftime('%Y', NEW.`issued_at` / 1000, 'unixepoch'))
  WHERE `id` = NEW.`id`;
  INSERT INTO `document_series` (`calendar_id`, `series`, `next`)
  SELECT d.`calendar_id`, d.`series`, 1 FROM `documents` d WHERE d.`id` = NEW.`id` ON CONFLICT DO NOTHING;
  UPDATE `documents` SET
    `number` = (SELECT n.`next` FROM `document_series` n
      WHERE n.`calendar_id` = `documents`.`calendar_id` AND n.`series` = `documents`.`series`),
    `keep_until` = unixepoch(printf('%04d-01-02', substr(`series`, 2) + 1 + (
      SELECT s.`keep_years` FROM `sellers` s WHERE s.`calendar_id` = NEW.`calendar_id`))) * 1000,
    `facts` = (SELECT json_object(
      'seller', json(s.`details`),
      'timezone', (SELECT c.`timezone` FROM `calendars` c WHERE c.`id` = o.`calendar_id`),
      'event', (SELECT json_object('title', e.`title`, 'startAt', e.`start_at`, 'startDate', e.`start_date`, 'timezone', e.`timezone`)
        FROM `events` e WHERE e.`id` = o.`event_id`),
      'order', json_object('number', o.`number`, 'currency', o.`currency`, 'total', o.`total`, 'paidAt', o.`paid_at`,
        'method', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), 'guestId', o.`guest_id`,
        'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`, 'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0),
        'isFeeRefundable', json(iif(t.`is_fee_refundable`, 'true', 'false'))),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`, 'fee', x.`fee`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'reasons', (SELECT json_group_object(r.`id`, r.`reason`) FROM `tax_rates` r WHERE r.`calendar_id` = o.`calendar_id` AND r.`reason` IS NOT NULL),
      'precedes', (SELECT p.`series` || '-' || printf('%05d', p.`number`) FROM `documents` p WHERE p.`id` = NEW.`precedes_id`),
      'before', json(CASE WHEN NEW.`kind` = 'INVOICE' AND NEW.`refund_id` IS NULL THEN NULL ELSE
        (SELECT json_group_array(json_object('id', r.`id`, 'amount', r.`amount`, 'guestIds', json(r.`guest_ids`))) FROM (
        SELECT f.`id`, f.`amount`, f.`guest_ids` FROM `documents` d JOIN `refunds` f ON f.`id` = d.`refund_id`
        WHERE d.`order_id` = NEW.`order_id` AND d.`kind` = 'CREDIT_NOTE' AND d.`id` <> NEW.`id` AND NOT EXISTS (
          SELECT 1 FROM `documents` c WHERE c.`refund_id` = f.`id` AND c.`kind` = 'INVOICE' AND c.`id` <> NEW.`id`)
        ORDER BY d.`issued_at`, d.rowid) r) END),
      'after', json(CASE WHEN NEW.`kind` = 'CREDIT_NOTE' AND NEW.`refund_id` IS NULL THEN NULL ELSE
        (SELECT json_group_array(json_object('id', r.`id`, 'amount', r.`amount`, 'guestIds', json(r.`guest_ids`))) FROM (
        SELECT f.`id`, f.`amount`, f.`guest_ids` FROM `documents` d JOIN `refunds` f ON f.`id` = d.`refund_id`
        WHERE d.`order_id` = NEW.`order_id` AND d.`kind` = 'CREDIT_NOTE' AND d.`id` <> '' AND NOT EXISTS (
          SELECT 1 FROM `documents` c WHERE c.`refund_id` = f.`id` AND c.`kind` = 'INVOICE' AND c.`id` <> '')
        ORDER BY d.`issued_at`, d.rowid) r) END))
      FROM `orders` o JOIN `sellers` s ON s.`calendar_id` = o.`calendar_id` LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
      WHERE o.`id` = NEW.`order_id`)
  WHERE `id` = NEW.`id`;
  UPDATE `document_series` SET `next` = `next` + 1 WHERE `calendar_id` = NEW.`calendar_id`
    AND `series` = (SELECT d.`series` FROM `documents` d WHERE d.`id` = NEW.`id`);
END;

--> statement-breakpoint
DROP TRIGGER `orders_posted`;

--> statement-breakpoint
CREATE TRIGGER `orders_posted` AFTER UPDATE OF `status` ON `orders`
WHEN NEW.`total` > 0 AND (NEW.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')) <> (OLD.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')) BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NULL, t.`account_id`, 'CHARGE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN o.`total` ELSE 0 END - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`order_id` = o.`id` AND p.`refund_id` IS NULL), o.`currency`, json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0),
        'isFeeRefundable', json(iif(t.`is_fee_refundable`, 'true', 'false'))),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`, 'fee', x.`fee`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN NULL ELSE '[]' END), 'after', json(CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN '[]' END)), NEW.`updated_at`
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`id` AND CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN o.`total` ELSE 0 END <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`order_id` = o.`id` AND p.`refund_id` IS NULL);
END;

--> statement-breakpoint
DROP TRIGGER `refunds_posted_in`;

--> statement-breakpoint
CREATE TRIGGER `refunds_posted_in` AFTER INSERT ON `refunds` WHEN NEW.`status` = 'SUCCEEDED' BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NEW.`id`, t.`account_id`, 'REFUND', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`), o.`currency`, CASE WHEN NEW.`payment` IS NULL THEN json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0),
        'isFeeRefundable', json(iif(t.`is_fee_refundable`, 'true', 'false'))),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`, 'fee', x.`fee`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(CASE WHEN NEW.`status` = 'SUCCEEDED' THEN (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> NEW.`id` AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f) ELSE (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND (`id` = NEW.`id` OR `status` = 'SUCCEEDED') ORDER BY `created_at`, `id`) f) END), 'after', json((SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> '' AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f))) END, coalesce(NEW.`completed_at`, NEW.`created_at`)
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`order_id` AND CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`);
END;

--> statement-breakpoint
DROP TRIGGER `refunds_posted_over`;

--> statement-breakpoint
CREATE TRIGGER `refunds_posted_over` AFTER UPDATE OF `status` ON `refunds` WHEN (NEW.`status` = 'SUCCEEDED') <> (OLD.`status` = 'SUCCEEDED') BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NEW.`id`, t.`account_id`, 'REFUND', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`), o.`currency`, CASE WHEN NEW.`payment` IS NULL THEN json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0),
        'isFeeRefundable', json(iif(t.`is_fee_refundable`, 'true', 'false'))),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`, 'fee', x.`fee`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(CASE WHEN NEW.`status` = 'SUCCEEDED' THEN (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> NEW.`id` AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f) ELSE (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND (`id` = NEW.`id` OR `status` = 'SUCCEEDED') ORDER BY `created_at`, `id`) f) END), 'after', json((SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> '' AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f))) END, coalesce(NEW.`completed_at`, NEW.`created_at`)
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`order_id` AND CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`);
END;
