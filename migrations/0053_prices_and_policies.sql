CREATE TABLE `tax_rates` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`name` text NOT NULL,
	`rate` integer NOT NULL,
	`category` text NOT NULL,
	`reason` text,
	`is_default` integer NOT NULL,
	`retired_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tax_rates_category" CHECK("tax_rates"."category" in ('S', 'Z', 'E', 'O'))
);
--> statement-breakpoint
CREATE INDEX `tax_rates_calendar` ON `tax_rates` (`calendar_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tax_rates_default` ON `tax_rates` (`calendar_id`) WHERE is_default = 1 and retired_at is null;--> statement-breakpoint
CREATE TABLE `guest_choices` (
	`guest_id` text PRIMARY KEY NOT NULL,
	`price` integer,
	FOREIGN KEY (`guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `calendars` ADD `refund_policy` text;--> statement-breakpoint
ALTER TABLE `calendars` ADD `delayed_payments` text;--> statement-breakpoint
ALTER TABLE `events` ADD `refund_policy` text;--> statement-breakpoint
ALTER TABLE `events` ADD `delayed_payments` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `price_mode` text DEFAULT 'FIXED' NOT NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `suggested_price` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `max_price` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `tax_rate_id` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `refund_policy` text;
--> statement-breakpoint
CREATE TRIGGER `order_terms_policy` AFTER INSERT ON `order_terms` WHEN EXISTS (
  SELECT 1 FROM `orders` o JOIN `events` e ON e.`id` = o.`event_id` JOIN `calendars` c ON c.`id` = o.`calendar_id`
  WHERE o.`id` = NEW.`order_id` AND (c.`refund_policy` IS NOT NULL OR e.`refund_policy` IS NOT NULL
    OR EXISTS (SELECT 1 FROM `tickets` t WHERE t.`event_id` = e.`id` AND t.`refund_policy` IS NOT NULL))) BEGIN
  UPDATE `order_terms` SET `policy` = (
    SELECT json_group_object(t.`id`, json(coalesce(t.`refund_policy`, e.`refund_policy`, c.`refund_policy`, 'null')))
    FROM `orders` o JOIN `events` e ON e.`id` = o.`event_id` JOIN `calendars` c ON c.`id` = o.`calendar_id`
      JOIN `tickets` t ON t.`id` IN (
        SELECT o.`ticket_id` UNION SELECT s.`ticket_id` FROM `order_seats` s WHERE s.`order_id` = o.`id`)
    WHERE o.`id` = NEW.`order_id`) WHERE `order_id` = NEW.`order_id`;
END;

--> statement-breakpoint
CREATE TRIGGER `order_terms_taxes` AFTER INSERT ON `order_terms` WHEN EXISTS (
  SELECT 1 FROM `orders` o JOIN `tax_rates` r ON r.`calendar_id` = o.`calendar_id` WHERE o.`id` = NEW.`order_id`) BEGIN
  UPDATE `order_terms` SET `tax_rates` = (
    SELECT CASE WHEN count(r.`id`) > 0 THEN json_group_object(t.`id`, json(CASE WHEN r.`id` IS NULL THEN 'null' ELSE
      json_object('id', r.`id`, 'name', r.`name`, 'rate', r.`rate`, 'category', r.`category`) END)) END
    FROM `orders` o JOIN `tickets` t ON t.`id` IN (
        SELECT o.`ticket_id` UNION SELECT s.`ticket_id` FROM `order_seats` s WHERE s.`order_id` = o.`id`)
      LEFT JOIN `tax_rates` r ON r.`calendar_id` = o.`calendar_id` AND r.`id` = coalesce(t.`tax_rate_id`, (
        SELECT d.`id` FROM `tax_rates` d WHERE d.`calendar_id` = o.`calendar_id` AND d.`is_default` = 1 AND d.`retired_at` IS NULL))
    WHERE o.`id` = NEW.`order_id`) WHERE `order_id` = NEW.`order_id`;
END;

--> statement-breakpoint
DROP TRIGGER `changes_calendars_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_over` AFTER UPDATE OF slug, name, description, avatar_url, cover_url, timezone, website, locale, accent, contact_email, imprint_url, privacy_url, payment_instructions, currency, refund_policy, visibility, plan, created_at, updated_at, suspended_at, suspension_reason ON `calendars`
WHEN NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.avatar_url IS NOT OLD.avatar_url OR NEW.cover_url IS NOT OLD.cover_url OR NEW.timezone IS NOT OLD.timezone OR NEW.website IS NOT OLD.website OR NEW.locale IS NOT OLD.locale OR NEW.accent IS NOT OLD.accent OR NEW.contact_email IS NOT OLD.contact_email OR NEW.imprint_url IS NOT OLD.imprint_url OR NEW.privacy_url IS NOT OLD.privacy_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.currency IS NOT OLD.currency OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.visibility IS NOT OLD.visibility OR NEW.plan IS NOT OLD.plan OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason BEGIN
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
      || iif(NEW.locale IS NOT OLD.locale, 'locale,', '')
      || iif(NEW.accent IS NOT OLD.accent, 'accent,', '')
      || iif(NEW.contact_email IS NOT OLD.contact_email, 'contactEmail,', '')
      || iif(NEW.imprint_url IS NOT OLD.imprint_url, 'imprintUrl,', '')
      || iif(NEW.privacy_url IS NOT OLD.privacy_url, 'privacyUrl,', '')
      || iif(NEW.payment_instructions IS NOT OLD.payment_instructions, 'paymentInstructions,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.refund_policy IS NOT OLD.refund_policy, 'refundPolicy,', '')
      || iif(NEW.visibility IS NOT OLD.visibility, 'visibility,', '')
      || iif(NEW.plan IS NOT OLD.plan, 'plan,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason, 'suspension,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_events_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, cover_alt, accent, translations, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, payment_instructions, refund_policy, capacity, requires_approval, waitlist_enabled, waitlist_mode, offer_minutes, waitlist_rule, max_overtakes, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, reentry, verify_email, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, series_id, recurrence_id, overrides, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.cover_alt IS NOT OLD.cover_alt OR NEW.accent IS NOT OLD.accent OR NEW.translations IS NOT OLD.translations OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.waitlist_mode IS NOT OLD.waitlist_mode OR NEW.offer_minutes IS NOT OLD.offer_minutes OR NEW.waitlist_rule IS NOT OLD.waitlist_rule OR NEW.max_overtakes IS NOT OLD.max_overtakes OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.reentry IS NOT OLD.reentry OR NEW.verify_email IS NOT OLD.verify_email OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.series_id IS NOT OLD.series_id OR NEW.recurrence_id IS NOT OLD.recurrence_id OR NEW.overrides IS NOT OLD.overrides OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
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
DROP TRIGGER `changes_tickets_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_over` AFTER UPDATE OF key, name, description, translations, type, price, currency, price_mode, suggested_price, max_price, tax_rate_id, refund_policy, capacity, min_per_order, max_per_order, sales_start_at, sales_end_at, requires_approval, is_hidden, sort_order, created_at, updated_at, is_paused ON `tickets`
WHEN NEW.key IS NOT OLD.key OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.translations IS NOT OLD.translations OR NEW.type IS NOT OLD.type OR NEW.price IS NOT OLD.price OR NEW.currency IS NOT OLD.currency OR NEW.price_mode IS NOT OLD.price_mode OR NEW.suggested_price IS NOT OLD.suggested_price OR NEW.max_price IS NOT OLD.max_price OR NEW.tax_rate_id IS NOT OLD.tax_rate_id OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.capacity IS NOT OLD.capacity OR NEW.min_per_order IS NOT OLD.min_per_order OR NEW.max_per_order IS NOT OLD.max_per_order OR NEW.sales_start_at IS NOT OLD.sales_start_at OR NEW.sales_end_at IS NOT OLD.sales_end_at OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.is_hidden IS NOT OLD.is_hidden OR NEW.sort_order IS NOT OLD.sort_order OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.is_paused IS NOT OLD.is_paused BEGIN
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
      || iif(NEW.price_mode IS NOT OLD.price_mode, 'priceMode,', '')
      || iif(NEW.suggested_price IS NOT OLD.suggested_price, 'suggestedPrice,', '')
      || iif(NEW.max_price IS NOT OLD.max_price, 'maxPrice,', '')
      || iif(NEW.tax_rate_id IS NOT OLD.tax_rate_id, 'taxRateId,', '')
      || iif(NEW.refund_policy IS NOT OLD.refund_policy, 'refundPolicy,', '')
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
