CREATE TABLE `polled_webhooks` (
	`webhook_id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `polled_webhooks_expiry` ON `polled_webhooks` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `agents_may` text DEFAULT 'confirm' NOT NULL;--> statement-breakpoint
ALTER TABLE `change_feed` ADD `via` text;--> statement-breakpoint
ALTER TABLE `changes` ADD `via` text;
--> statement-breakpoint
DROP TRIGGER `changes_calendars_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_in` AFTER INSERT ON `calendars` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'calendar', NEW.id,
    null, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_calendars_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_over` AFTER UPDATE OF slug, name, description, avatar_url, cover_url, timezone, website, locale, accent, contact_email, imprint_url, privacy_url, payment_instructions, currency, refund_policy, visibility, plan, created_at, updated_at, suspended_at, suspension_reason ON `calendars`
WHEN NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.avatar_url IS NOT OLD.avatar_url OR NEW.cover_url IS NOT OLD.cover_url OR NEW.timezone IS NOT OLD.timezone OR NEW.website IS NOT OLD.website OR NEW.locale IS NOT OLD.locale OR NEW.accent IS NOT OLD.accent OR NEW.contact_email IS NOT OLD.contact_email OR NEW.imprint_url IS NOT OLD.imprint_url OR NEW.privacy_url IS NOT OLD.privacy_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.currency IS NOT OLD.currency OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.visibility IS NOT OLD.visibility OR NEW.plan IS NOT OLD.plan OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason BEGIN
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
      || iif(NEW.visibility IS NOT OLD.visibility, 'visibility,', '')
      || iif(NEW.plan IS NOT OLD.plan, 'plan,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason, 'suspension,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_calendars_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_out` AFTER DELETE ON `calendars` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'calendar', OLD.id,
    null, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_series_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_series_in` AFTER INSERT ON `series` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'series', NEW.id,
    null, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_series_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_series_over` AFTER UPDATE OF template, timezone, start_at, duration_minutes, all_day_days, rrule, exdates, rdates, made_until, held_up_at, cancelled_at, created_at, updated_at ON `series`
WHEN NEW.template IS NOT OLD.template OR NEW.timezone IS NOT OLD.timezone OR NEW.start_at IS NOT OLD.start_at OR NEW.duration_minutes IS NOT OLD.duration_minutes OR NEW.all_day_days IS NOT OLD.all_day_days OR NEW.rrule IS NOT OLD.rrule OR NEW.exdates IS NOT OLD.exdates OR NEW.rdates IS NOT OLD.rdates OR NEW.made_until IS NOT OLD.made_until OR NEW.held_up_at IS NOT OLD.held_up_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'series', NEW.id,
    null, 'upsert', 
    iif(NEW.template IS NOT OLD.template, 'template,', '')
      || iif(NEW.timezone IS NOT OLD.timezone, 'timezone,', '')
      || iif(NEW.start_at IS NOT OLD.start_at, 'startAt,', '')
      || iif(NEW.duration_minutes IS NOT OLD.duration_minutes, 'durationMinutes,', '')
      || iif(NEW.all_day_days IS NOT OLD.all_day_days, 'allDayDays,', '')
      || iif(NEW.rrule IS NOT OLD.rrule, 'rrule,', '')
      || iif(NEW.exdates IS NOT OLD.exdates, 'exdates,', '')
      || iif(NEW.rdates IS NOT OLD.rdates, 'rdates,', '')
      || iif(NEW.made_until IS NOT OLD.made_until, 'madeUntil,', '')
      || iif(NEW.held_up_at IS NOT OLD.held_up_at, 'heldUpAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_series_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_series_out` AFTER DELETE ON `series` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'series', OLD.id,
    null, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_events_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_in` AFTER INSERT ON `events` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', NEW.id,
    NEW.id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
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
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, cover_alt, accent, translations, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, payment_instructions, refund_policy, capacity, requires_approval, waitlist_enabled, waitlist_mode, offer_minutes, waitlist_rule, max_overtakes, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, reentry, verify_email, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, series_id, recurrence_id, overrides, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.cover_alt IS NOT OLD.cover_alt OR NEW.accent IS NOT OLD.accent OR NEW.translations IS NOT OLD.translations OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.waitlist_mode IS NOT OLD.waitlist_mode OR NEW.offer_minutes IS NOT OLD.offer_minutes OR NEW.waitlist_rule IS NOT OLD.waitlist_rule OR NEW.max_overtakes IS NOT OLD.max_overtakes OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.reentry IS NOT OLD.reentry OR NEW.verify_email IS NOT OLD.verify_email OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.series_id IS NOT OLD.series_id OR NEW.recurrence_id IS NOT OLD.recurrence_id OR NEW.overrides IS NOT OLD.overrides OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
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
DROP TRIGGER `changes_events_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_out` AFTER DELETE ON `events` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'event', OLD.id,
    OLD.id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_tickets_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_in` AFTER INSERT ON `tickets` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = NEW.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'ticket', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_tickets_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_over` AFTER UPDATE OF key, name, description, translations, type, price, currency, price_mode, suggested_price, max_price, tax_rate_id, refund_policy, capacity, min_per_order, max_per_order, sales_start_at, sales_end_at, requires_approval, is_hidden, sort_order, created_at, updated_at, is_paused ON `tickets`
WHEN NEW.key IS NOT OLD.key OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.translations IS NOT OLD.translations OR NEW.type IS NOT OLD.type OR NEW.price IS NOT OLD.price OR NEW.currency IS NOT OLD.currency OR NEW.price_mode IS NOT OLD.price_mode OR NEW.suggested_price IS NOT OLD.suggested_price OR NEW.max_price IS NOT OLD.max_price OR NEW.tax_rate_id IS NOT OLD.tax_rate_id OR NEW.refund_policy IS NOT OLD.refund_policy OR NEW.capacity IS NOT OLD.capacity OR NEW.min_per_order IS NOT OLD.min_per_order OR NEW.max_per_order IS NOT OLD.max_per_order OR NEW.sales_start_at IS NOT OLD.sales_start_at OR NEW.sales_end_at IS NOT OLD.sales_end_at OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.is_hidden IS NOT OLD.is_hidden OR NEW.sort_order IS NOT OLD.sort_order OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.is_paused IS NOT OLD.is_paused BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
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
      || iif(NEW.is_paused IS NOT OLD.is_paused, 'status,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_tickets_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_out` AFTER DELETE ON `tickets` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = OLD.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'ticket', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_addons_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_addons_in` AFTER INSERT ON `addons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = NEW.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'addon', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_addons_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_addons_over` AFTER UPDATE OF key, name, description, translations, price, currency, per, ticket_ids, stock, max_quantity, sales_start_at, sales_end_at, tax_rate_id, sort_order, created_at, updated_at, is_paused ON `addons`
WHEN NEW.key IS NOT OLD.key OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.translations IS NOT OLD.translations OR NEW.price IS NOT OLD.price OR NEW.currency IS NOT OLD.currency OR NEW.per IS NOT OLD.per OR NEW.ticket_ids IS NOT OLD.ticket_ids OR NEW.stock IS NOT OLD.stock OR NEW.max_quantity IS NOT OLD.max_quantity OR NEW.sales_start_at IS NOT OLD.sales_start_at OR NEW.sales_end_at IS NOT OLD.sales_end_at OR NEW.tax_rate_id IS NOT OLD.tax_rate_id OR NEW.sort_order IS NOT OLD.sort_order OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.is_paused IS NOT OLD.is_paused BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = NEW.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'addon', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.key IS NOT OLD.key, 'key,', '')
      || iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.translations IS NOT OLD.translations, 'translations,', '')
      || iif(NEW.price IS NOT OLD.price, 'price,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.per IS NOT OLD.per, 'per,', '')
      || iif(NEW.ticket_ids IS NOT OLD.ticket_ids, 'ticketIds,', '')
      || iif(NEW.stock IS NOT OLD.stock, 'stock,', '')
      || iif(NEW.max_quantity IS NOT OLD.max_quantity, 'maxQuantity,', '')
      || iif(NEW.sales_start_at IS NOT OLD.sales_start_at, 'salesStartAt,', '')
      || iif(NEW.sales_end_at IS NOT OLD.sales_end_at, 'salesEndAt,', '')
      || iif(NEW.tax_rate_id IS NOT OLD.tax_rate_id, 'taxRateId,', '')
      || iif(NEW.sort_order IS NOT OLD.sort_order, 'sortOrder,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.is_paused IS NOT OLD.is_paused, 'status,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_addons_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_addons_out` AFTER DELETE ON `addons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = OLD.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'addon', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkpoints_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoints_in` AFTER INSERT ON `checkpoints` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkpoint', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkpoints_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoints_over` AFTER UPDATE OF name, mode, ticket_ids, opens_at, closes_at, created_at, updated_at, room_limit ON `checkpoints`
WHEN NEW.name IS NOT OLD.name OR NEW.mode IS NOT OLD.mode OR NEW.ticket_ids IS NOT OLD.ticket_ids OR NEW.opens_at IS NOT OLD.opens_at OR NEW.closes_at IS NOT OLD.closes_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.room_limit IS NOT OLD.room_limit BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkpoint', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.mode IS NOT OLD.mode, 'mode,', '')
      || iif(NEW.ticket_ids IS NOT OLD.ticket_ids, 'ticketIds,', '')
      || iif(NEW.opens_at IS NOT OLD.opens_at, 'opensAt,', '')
      || iif(NEW.closes_at IS NOT OLD.closes_at, 'closesAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.room_limit IS NOT OLD.room_limit, 'limit,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkpoints_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoints_out` AFTER DELETE ON `checkpoints` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkpoint', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_guests_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_in` AFTER INSERT ON `guests`
WHEN NEW.erased_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_guests_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_over` AFTER UPDATE OF order_id, party_id, email_is_buyers, first_name, last_name, email, locale, status, offer_expires_at, source, qr_code, short_code, approved_at, cancelled_at, checked_in_at, created_at, updated_at, shown_status, ticket_id, answers, erased_at ON `guests`
WHEN (OLD.erased_at IS NULL OR NEW.erased_at IS NULL) AND (NEW.order_id IS NOT OLD.order_id OR NEW.party_id IS NOT OLD.party_id OR NEW.email_is_buyers IS NOT OLD.email_is_buyers OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email OR NEW.locale IS NOT OLD.locale OR NEW.status IS NOT OLD.status OR NEW.offer_expires_at IS NOT OLD.offer_expires_at OR NEW.source IS NOT OLD.source OR NEW.qr_code IS NOT OLD.qr_code OR NEW.short_code IS NOT OLD.short_code OR NEW.approved_at IS NOT OLD.approved_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.shown_status IS NOT OLD.shown_status OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.answers IS NOT OLD.answers OR NEW.erased_at IS NOT OLD.erased_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', NEW.id,
    NEW.event_id, iif(NEW.erased_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.erased_at IS NULL AND NEW.erased_at IS NULL THEN iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.party_id IS NOT OLD.party_id, 'partyId,', '')
      || iif(NEW.email_is_buyers IS NOT OLD.email_is_buyers, 'emailIsBuyers,', '')
      || iif(NEW.first_name IS NOT OLD.first_name, 'firstName,', '')
      || iif(NEW.last_name IS NOT OLD.last_name, 'lastName,', '')
      || iif(NEW.email IS NOT OLD.email, 'email,', '')
      || iif(NEW.locale IS NOT OLD.locale, 'locale,', '')
      || iif(NEW.status IS NOT OLD.status OR NEW.shown_status IS NOT OLD.shown_status, 'status,', '')
      || iif(NEW.offer_expires_at IS NOT OLD.offer_expires_at, 'offerExpiresAt,', '')
      || iif(NEW.source IS NOT OLD.source, 'source,', '')
      || iif(NEW.qr_code IS NOT OLD.qr_code, 'qrCode,', '')
      || iif(NEW.short_code IS NOT OLD.short_code, 'shortCode,', '')
      || iif(NEW.approved_at IS NOT OLD.approved_at, 'approvedAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.checked_in_at IS NOT OLD.checked_in_at, 'checkedInAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.ticket_id IS NOT OLD.ticket_id, 'ticket,', '')
      || iif(NEW.answers IS NOT OLD.answers, 'registrationAnswers,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'guest.updated', json_object('eventId', e.id, 'eventSlug', e.slug, 'eventTitle', e.title, 'guestId', NEW.id, 'userId', NEW.user_id,
      'guestEmail', NEW.email, 'guestName', trim(NEW.first_name || ' ' || NEW.last_name), 'status', NEW.shown_status,
      'ticketId', NEW.ticket_id, 'ticketName', (SELECT t.name FROM tickets t WHERE t.id = NEW.ticket_id),
      'registrationAnswers', json((SELECT coalesce(json_group_array(json_object('question', a.value ->> 'question',
        'answer', a.value ->> 'answer')), '[]') FROM json_each(NEW.answers) a)),
      'previousStatus', OLD.shown_status,
      'changes', json('["' || replace(rtrim(iif(NEW.shown_status IS NOT OLD.shown_status, 'status,', '') || iif(NEW.first_name IS NOT OLD.first_name, 'firstName,', '') || iif(NEW.last_name IS NOT OLD.last_name, 'lastName,', '') || iif(NEW.email IS NOT OLD.email, 'email,', ''), ','), ',', '","') || '"]')), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.erased_at IS NULL AND (NEW.shown_status IS NOT OLD.shown_status OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email)) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'guest.updated');
END;

--> statement-breakpoint
DROP TRIGGER `changes_guests_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_out` AFTER DELETE ON `guests`
WHEN OLD.erased_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkins_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkins_in` AFTER INSERT ON `checkins`
WHEN NEW.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkin', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkins_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkins_over` AFTER UPDATE OF guest_id, ticket_id, checked_in_at, checked_in_by, checked_in_by_label, gate, device_id, undone_at ON `checkins`
WHEN (OLD.undone_at IS NULL OR NEW.undone_at IS NULL) AND (NEW.guest_id IS NOT OLD.guest_id OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.checked_in_by IS NOT OLD.checked_in_by OR NEW.checked_in_by_label IS NOT OLD.checked_in_by_label OR NEW.gate IS NOT OLD.gate OR NEW.device_id IS NOT OLD.device_id OR NEW.undone_at IS NOT OLD.undone_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkin', NEW.id,
    NEW.event_id, iif(NEW.undone_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.undone_at IS NULL AND NEW.undone_at IS NULL THEN iif(NEW.guest_id IS NOT OLD.guest_id, 'guestId,', '')
      || iif(NEW.ticket_id IS NOT OLD.ticket_id, 'ticketId,', '')
      || iif(NEW.checked_in_at IS NOT OLD.checked_in_at, 'checkedInAt,', '')
      || iif(NEW.checked_in_by IS NOT OLD.checked_in_by, 'checkedInBy,', '')
      || iif(NEW.checked_in_by_label IS NOT OLD.checked_in_by_label, 'checkedInByLabel,', '')
      || iif(NEW.gate IS NOT OLD.gate, 'gate,', '')
      || iif(NEW.device_id IS NOT OLD.device_id, 'deviceId,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
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
DROP TRIGGER `changes_checkins_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkins_out` AFTER DELETE ON `checkins`
WHEN OLD.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkin', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkpoint_scans_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoint_scans_in` AFTER INSERT ON `checkpoint_scans`
WHEN NEW.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'scan', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkpoint_scans_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoint_scans_over` AFTER UPDATE OF guest_id, ticket_id, direction, gate, device_id, place, scanned_at, scanned_by, scanned_by_label, undone_at ON `checkpoint_scans`
WHEN (OLD.undone_at IS NULL OR NEW.undone_at IS NULL) AND (NEW.guest_id IS NOT OLD.guest_id OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.direction IS NOT OLD.direction OR NEW.gate IS NOT OLD.gate OR NEW.device_id IS NOT OLD.device_id OR NEW.place IS NOT OLD.place OR NEW.scanned_at IS NOT OLD.scanned_at OR NEW.scanned_by IS NOT OLD.scanned_by OR NEW.scanned_by_label IS NOT OLD.scanned_by_label OR NEW.undone_at IS NOT OLD.undone_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'scan', NEW.id,
    NEW.event_id, iif(NEW.undone_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.undone_at IS NULL AND NEW.undone_at IS NULL THEN iif(NEW.guest_id IS NOT OLD.guest_id, 'guestId,', '')
      || iif(NEW.ticket_id IS NOT OLD.ticket_id, 'ticketId,', '')
      || iif(NEW.direction IS NOT OLD.direction, 'direction,', '')
      || iif(NEW.gate IS NOT OLD.gate, 'gate,', '')
      || iif(NEW.device_id IS NOT OLD.device_id, 'deviceId,', '')
      || iif(NEW.place IS NOT OLD.place, 'checkpointId,', '')
      || iif(NEW.scanned_at IS NOT OLD.scanned_at, 'checkedInAt,', '')
      || iif(NEW.scanned_by IS NOT OLD.scanned_by, 'checkedInBy,', '')
      || iif(NEW.scanned_by_label IS NOT OLD.scanned_by_label, 'checkedInByLabel,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_checkpoint_scans_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoint_scans_out` AFTER DELETE ON `checkpoint_scans`
WHEN OLD.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'scan', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_orders_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_in` AFTER INSERT ON `orders` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_orders_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_over` AFTER UPDATE OF number, party_id, status, currency, subtotal, discount, total, refunded, expires_at, paid_at, cancelled_at, created_at, updated_at, guest_id, quantity, seats_revision, ticket_id, ticket_name, buyer_first_name, buyer_last_name, buyer_email, coupon_id, coupon_code, provider, payment_reference, payment_url, paid_on, paid_note, terms_revision ON `orders`
WHEN NEW.number IS NOT OLD.number OR NEW.party_id IS NOT OLD.party_id OR NEW.status IS NOT OLD.status OR NEW.currency IS NOT OLD.currency OR NEW.subtotal IS NOT OLD.subtotal OR NEW.discount IS NOT OLD.discount OR NEW.total IS NOT OLD.total OR NEW.refunded IS NOT OLD.refunded OR NEW.expires_at IS NOT OLD.expires_at OR NEW.paid_at IS NOT OLD.paid_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.seats_revision IS NOT OLD.seats_revision OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name OR NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email OR NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code OR NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url OR NEW.paid_on IS NOT OLD.paid_on OR NEW.paid_note IS NOT OLD.paid_note OR NEW.terms_revision IS NOT OLD.terms_revision BEGIN
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
DROP TRIGGER `changes_orders_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_out` AFTER DELETE ON `orders` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_refunds_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_in` AFTER INSERT ON `refunds` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_refunds_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_over` AFTER UPDATE OF order_id, amount, currency, reason, guest_ids, status, created_at, completed_at ON `refunds`
WHEN NEW.order_id IS NOT OLD.order_id OR NEW.amount IS NOT OLD.amount OR NEW.currency IS NOT OLD.currency OR NEW.reason IS NOT OLD.reason OR NEW.guest_ids IS NOT OLD.guest_ids OR NEW.status IS NOT OLD.status OR NEW.created_at IS NOT OLD.created_at OR NEW.completed_at IS NOT OLD.completed_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', 
    iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.amount IS NOT OLD.amount, 'amount,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.reason IS NOT OLD.reason, 'reason,', '')
      || iif(NEW.guest_ids IS NOT OLD.guest_ids, 'guestIds,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.completed_at IS NOT OLD.completed_at, 'completedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_refunds_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_out` AFTER DELETE ON `refunds` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = OLD.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', OLD.id,
    (SELECT o.event_id FROM orders o WHERE o.id = OLD.order_id), 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_coupons_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_coupons_in` AFTER INSERT ON `coupons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'coupon', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_coupons_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_coupons_over` AFTER UPDATE OF event_id, ticket_ids, code, discount_type, percent_off, amount_off, currency, max_redemptions, max_discounted_seats, valid_from, valid_until, is_active, created_at ON `coupons`
WHEN NEW.event_id IS NOT OLD.event_id OR NEW.ticket_ids IS NOT OLD.ticket_ids OR NEW.code IS NOT OLD.code OR NEW.discount_type IS NOT OLD.discount_type OR NEW.percent_off IS NOT OLD.percent_off OR NEW.amount_off IS NOT OLD.amount_off OR NEW.currency IS NOT OLD.currency OR NEW.max_redemptions IS NOT OLD.max_redemptions OR NEW.max_discounted_seats IS NOT OLD.max_discounted_seats OR NEW.valid_from IS NOT OLD.valid_from OR NEW.valid_until IS NOT OLD.valid_until OR NEW.is_active IS NOT OLD.is_active OR NEW.created_at IS NOT OLD.created_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
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
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_coupons_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_coupons_out` AFTER DELETE ON `coupons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'coupon', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_communications_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_communications_in` AFTER INSERT ON `communications` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), lower(NEW.kind), NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_communications_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_communications_over` AFTER UPDATE OF trigger, minutes_before, subject, body, status, send_at, created_at, sent_at, audience_statuses, audience_ticket_ids ON `communications`
WHEN NEW.trigger IS NOT OLD.trigger OR NEW.minutes_before IS NOT OLD.minutes_before OR NEW.subject IS NOT OLD.subject OR NEW.body IS NOT OLD.body OR NEW.status IS NOT OLD.status OR NEW.send_at IS NOT OLD.send_at OR NEW.created_at IS NOT OLD.created_at OR NEW.sent_at IS NOT OLD.sent_at OR NEW.audience_statuses IS NOT OLD.audience_statuses OR NEW.audience_ticket_ids IS NOT OLD.audience_ticket_ids BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
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
      || iif(NEW.audience_statuses IS NOT OLD.audience_statuses OR NEW.audience_ticket_ids IS NOT OLD.audience_ticket_ids, 'audience,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_communications_out`;

--> statement-breakpoint
CREATE TRIGGER `changes_communications_out` AFTER DELETE ON `communications` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), lower(OLD.kind), OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;
