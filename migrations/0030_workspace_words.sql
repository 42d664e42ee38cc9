ALTER TABLE `calendars` ADD `payment_instructions` text;--> statement-breakpoint
ALTER TABLE `events` ADD `cover_alt` text;--> statement-breakpoint
ALTER TABLE `events` ADD `payment_instructions` text;
--> statement-breakpoint
DROP TRIGGER `changes_calendars_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_over` AFTER UPDATE OF slug, name, description, avatar_url, cover_url, timezone, website, locale, accent, contact_email, imprint_url, privacy_url, payment_instructions, visibility, plan, created_at, updated_at, suspended_at, suspension_reason ON `calendars`
WHEN NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.avatar_url IS NOT OLD.avatar_url OR NEW.cover_url IS NOT OLD.cover_url OR NEW.timezone IS NOT OLD.timezone OR NEW.website IS NOT OLD.website OR NEW.locale IS NOT OLD.locale OR NEW.accent IS NOT OLD.accent OR NEW.contact_email IS NOT OLD.contact_email OR NEW.imprint_url IS NOT OLD.imprint_url OR NEW.privacy_url IS NOT OLD.privacy_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.visibility IS NOT OLD.visibility OR NEW.plan IS NOT OLD.plan OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason BEGIN
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
      || iif(NEW.visibility IS NOT OLD.visibility, 'visibility,', '')
      || iif(NEW.plan IS NOT OLD.plan, 'plan,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason, 'suspension,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_events_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, cover_alt, accent, translations, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, payment_instructions, capacity, requires_approval, waitlist_enabled, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, reentry, verify_email, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, series_id, recurrence_id, overrides, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.cover_alt IS NOT OLD.cover_alt OR NEW.accent IS NOT OLD.accent OR NEW.translations IS NOT OLD.translations OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.reentry IS NOT OLD.reentry OR NEW.verify_email IS NOT OLD.verify_email OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.series_id IS NOT OLD.series_id OR NEW.recurrence_id IS NOT OLD.recurrence_id OR NEW.overrides IS NOT OLD.overrides OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
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
