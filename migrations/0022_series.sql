CREATE TABLE `series` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`slug` text NOT NULL,
	`template` text NOT NULL,
	`timezone` text NOT NULL,
	`start_at` text NOT NULL,
	`duration_minutes` integer,
	`all_day_days` integer,
	`rrule` text NOT NULL,
	`exdates` text NOT NULL,
	`rdates` text NOT NULL,
	`is_dense` integer NOT NULL,
	`made_until` text NOT NULL,
	`make_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`cancelled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `series_calendar` ON `series` (`calendar_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `series_to_make` ON `series` (`make_at`) WHERE make_at is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `series_id` text REFERENCES series(id);--> statement-breakpoint
ALTER TABLE `events` ADD `recurrence_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `overrides` text;--> statement-breakpoint
CREATE UNIQUE INDEX `events_series_recurrence` ON `events` (`series_id`,`recurrence_id`) WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX `events_series_order` ON `events` (`series_id`,`start_at`,`id`,`end_at`,`status`,`visibility`,`calendar_id`) WHERE series_id is not null;--> statement-breakpoint
ALTER TABLE `guests` ADD `party_id` text;
--> statement-breakpoint
CREATE TRIGGER `changes_series_in` AFTER INSERT ON `series` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'series', NEW.id,
    null, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_series_over` AFTER UPDATE OF template, timezone, start_at, duration_minutes, all_day_days, rrule, exdates, rdates, made_until, cancelled_at, created_at, updated_at ON `series`
WHEN NEW.template IS NOT OLD.template OR NEW.timezone IS NOT OLD.timezone OR NEW.start_at IS NOT OLD.start_at OR NEW.duration_minutes IS NOT OLD.duration_minutes OR NEW.all_day_days IS NOT OLD.all_day_days OR NEW.rrule IS NOT OLD.rrule OR NEW.exdates IS NOT OLD.exdates OR NEW.rdates IS NOT OLD.rdates OR NEW.made_until IS NOT OLD.made_until OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
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
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_series_out` AFTER DELETE ON `series` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'series', OLD.id,
    null, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_events_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_events_over` AFTER UPDATE OF slug, title, description, cover_url, accent, translations, start_at, end_at, timezone, all_day, status, visibility, location_type, location, location_visibility, meeting_url, capacity, requires_approval, waitlist_enabled, registration_opens_at, registration_closes_at, check_in_opens_at, check_in_closes_at, reentry, registration_questions, tags, reminder_minutes, sequence, cancelled_at, cancellation_reason, published_at, series_id, recurrence_id, overrides, created_at, updated_at, start_date, end_date ON `events`
WHEN NEW.slug IS NOT OLD.slug OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.cover_url IS NOT OLD.cover_url OR NEW.accent IS NOT OLD.accent OR NEW.translations IS NOT OLD.translations OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.timezone IS NOT OLD.timezone OR NEW.all_day IS NOT OLD.all_day OR NEW.status IS NOT OLD.status OR NEW.visibility IS NOT OLD.visibility OR NEW.location_type IS NOT OLD.location_type OR NEW.location IS NOT OLD.location OR NEW.location_visibility IS NOT OLD.location_visibility OR NEW.meeting_url IS NOT OLD.meeting_url OR NEW.capacity IS NOT OLD.capacity OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.waitlist_enabled IS NOT OLD.waitlist_enabled OR NEW.registration_opens_at IS NOT OLD.registration_opens_at OR NEW.registration_closes_at IS NOT OLD.registration_closes_at OR NEW.check_in_opens_at IS NOT OLD.check_in_opens_at OR NEW.check_in_closes_at IS NOT OLD.check_in_closes_at OR NEW.reentry IS NOT OLD.reentry OR NEW.registration_questions IS NOT OLD.registration_questions OR NEW.tags IS NOT OLD.tags OR NEW.reminder_minutes IS NOT OLD.reminder_minutes OR NEW.sequence IS NOT OLD.sequence OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.cancellation_reason IS NOT OLD.cancellation_reason OR NEW.published_at IS NOT OLD.published_at OR NEW.series_id IS NOT OLD.series_id OR NEW.recurrence_id IS NOT OLD.recurrence_id OR NEW.overrides IS NOT OLD.overrides OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.start_date IS NOT OLD.start_date OR NEW.end_date IS NOT OLD.end_date BEGIN
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
