DROP INDEX `guests_event_status`;
--> statement-breakpoint
ALTER TABLE `guests` ADD `offer_expires_at` integer;
--> statement-breakpoint
ALTER TABLE `guests` ADD `shown_status` text GENERATED ALWAYS AS ((case when status = 'PENDING' and offer_expires_at is not null then 'OFFERED' else status end)) VIRTUAL NOT NULL;
--> statement-breakpoint
ALTER TABLE `guests` ADD `overtakes` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `guests` ADD `takes_seat` integer GENERATED ALWAYS AS ((status in ('CONFIRMED', 'CHECKED_IN') or (status = 'PENDING' and (order_id is not null or offer_expires_at is not null)))) VIRTUAL;
--> statement-breakpoint
CREATE INDEX `guests_offers` ON `guests` (`offer_expires_at`) WHERE status = 'PENDING' and offer_expires_at is not null;
--> statement-breakpoint
CREATE INDEX `guests_event_status` ON `guests` (`event_id`,`shown_status`,`created_at`,`id`);
--> statement-breakpoint
ALTER TABLE `events` ADD `waitlist_mode` text DEFAULT 'AUTOMATIC' NOT NULL;
--> statement-breakpoint
ALTER TABLE `events` ADD `offer_minutes` integer DEFAULT 1440 NOT NULL;
--> statement-breakpoint
ALTER TABLE `events` ADD `waitlist_rule` text DEFAULT 'FITTING' NOT NULL;
--> statement-breakpoint
ALTER TABLE `events` ADD `max_overtakes` integer DEFAULT 3 NOT NULL;
--> statement-breakpoint
DROP TRIGGER `guests_counted_in`;
--> statement-breakpoint
CREATE TRIGGER `guests_counted_in` AFTER INSERT ON `guests` BEGIN
  INSERT INTO `guest_counts` (`event_id`, `ticket_id`, `status`, `guests`, `seats`)
  VALUES (NEW.`event_id`, coalesce(NEW.`ticket_id`, ''), NEW.`shown_status`, 1, NEW.`takes_seat`)
  ON CONFLICT (`event_id`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1, `seats` = `seats` + excluded.`seats`;
END;
--> statement-breakpoint
DROP TRIGGER `guests_counted_over`;
--> statement-breakpoint
CREATE TRIGGER `guests_counted_over` AFTER UPDATE OF `status`, `ticket_id`, `order_id`, `offer_expires_at` ON `guests` BEGIN
  UPDATE `guest_counts` SET `guests` = `guests` - 1, `seats` = `seats` - OLD.`takes_seat`
  WHERE `event_id` = OLD.`event_id` AND `ticket_id` = coalesce(OLD.`ticket_id`, '') AND `status` = OLD.`shown_status`;
  INSERT INTO `guest_counts` (`event_id`, `ticket_id`, `status`, `guests`, `seats`)
  VALUES (NEW.`event_id`, coalesce(NEW.`ticket_id`, ''), NEW.`shown_status`, 1, NEW.`takes_seat`)
  ON CONFLICT (`event_id`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1, `seats` = `seats` + excluded.`seats`;
END;
--> statement-breakpoint
DROP TRIGGER `guests_active_over`;
--> statement-breakpoint
CREATE TRIGGER `guests_active_over` AFTER UPDATE OF `status`, `ticket_id`, `offer_expires_at` ON `guests`
WHEN OLD.`shown_status` <> NEW.`shown_status` OR OLD.`ticket_id` IS NOT NEW.`ticket_id` BEGIN
  UPDATE `guest_activity` SET `guests` = `guests` - 1
  WHERE `event_id` = OLD.`event_id` AND `bucket` = OLD.`created_at` / 900000 AND `ticket_id` = coalesce(OLD.`ticket_id`, '')
    AND `status` = OLD.`shown_status`;
  INSERT INTO `guest_activity` (`event_id`, `bucket`, `ticket_id`, `calendar_id`, `status`, `guests`)
  VALUES (NEW.`event_id`, NEW.`created_at` / 900000, coalesce(NEW.`ticket_id`, ''), NEW.`calendar_id`, NEW.`shown_status`, 1)
  ON CONFLICT (`event_id`, `bucket`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1;
END;
--> statement-breakpoint
DROP TRIGGER `changes_events_over`;
--> statement-breakpoint
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, cover_alt, accent, translations, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, payment_instructions, capacity, requires_approval, waitlist_enabled, waitlist_mode, offer_minutes, waitlist_rule, max_overtakes, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, reentry, verify_email, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, series_id, recurrence_id, overrides, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.cover_alt IS NOT OLD.cover_alt OR NEW.accent IS NOT OLD.accent OR NEW.translations IS NOT OLD.translations OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.waitlist_mode IS NOT OLD.waitlist_mode OR NEW.offer_minutes IS NOT OLD.offer_minutes OR NEW.waitlist_rule IS NOT OLD.waitlist_rule OR NEW.max_overtakes IS NOT OLD.max_overtakes OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.reentry IS NOT OLD.reentry OR NEW.verify_email IS NOT OLD.verify_email OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.series_id IS NOT OLD.series_id OR NEW.recurrence_id IS NOT OLD.recurrence_id OR NEW.overrides IS NOT OLD.overrides OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
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
DROP TRIGGER `changes_guests_over`;
--> statement-breakpoint
CREATE TRIGGER `changes_guests_over` AFTER UPDATE OF order_id, party_id, email_is_buyers, first_name, last_name, email, locale, status, offer_expires_at, source, qr_code, approved_at, cancelled_at, checked_in_at, created_at, updated_at, shown_status, ticket_id, answers, erased_at ON `guests`
WHEN (OLD.erased_at IS NULL OR NEW.erased_at IS NULL) AND (NEW.order_id IS NOT OLD.order_id OR NEW.party_id IS NOT OLD.party_id OR NEW.email_is_buyers IS NOT OLD.email_is_buyers OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email OR NEW.locale IS NOT OLD.locale OR NEW.status IS NOT OLD.status OR NEW.offer_expires_at IS NOT OLD.offer_expires_at OR NEW.source IS NOT OLD.source OR NEW.qr_code IS NOT OLD.qr_code OR NEW.approved_at IS NOT OLD.approved_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.shown_status IS NOT OLD.shown_status OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.answers IS NOT OLD.answers OR NEW.erased_at IS NOT OLD.erased_at) BEGIN
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
      || iif(NEW.status IS NOT OLD.status OR NEW.shown_status IS NOT OLD.shown_status, 'status,', '')
      || iif(NEW.offer_expires_at IS NOT OLD.offer_expires_at, 'offerExpiresAt,', '')
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
