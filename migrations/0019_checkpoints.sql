CREATE TABLE `checkpoint_counts` (
	`place` text NOT NULL,
	`day` text NOT NULL,
	`inside` integer NOT NULL,
	PRIMARY KEY(`place`, `day`)
);
--> statement-breakpoint
CREATE TABLE `checkpoint_scans` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`place` text NOT NULL,
	`checkin_id` text,
	`guest_id` text NOT NULL,
	`ticket_id` text,
	`direction` text,
	`scanned_at` integer NOT NULL,
	`day` text NOT NULL,
	`over_limit` integer NOT NULL,
	`scanned_by` text NOT NULL,
	`scanned_by_label` text,
	`gate` text,
	`device_id` text,
	`undone_at` integer,
	`undone_by` text,
	`told_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkpoint_scans_id_unique` ON `checkpoint_scans` (`id`);--> statement-breakpoint
CREATE INDEX `checkpoint_scans_guest` ON `checkpoint_scans` (`guest_id`,`place`,`number`);--> statement-breakpoint
CREATE INDEX `checkpoint_scans_place` ON `checkpoint_scans` (`place`,`scanned_at`);--> statement-breakpoint
CREATE INDEX `checkpoint_scans_event` ON `checkpoint_scans` (`event_id`,`scanned_at`,`id`);--> statement-breakpoint
CREATE INDEX `checkpoint_scans_checkin` ON `checkpoint_scans` (`checkin_id`) WHERE checkin_id is not null;--> statement-breakpoint
CREATE TABLE `checkpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`mode` text NOT NULL,
	`ticket_ids` text,
	`opens_at` integer,
	`closes_at` integer,
	`room_limit` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "checkpoints_mode" CHECK("checkpoints"."mode" in ('ONCE', 'DAILY', 'IN_OUT'))
);
--> statement-breakpoint
CREATE INDEX `checkpoints_event` ON `checkpoints` (`event_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `checkin_conflicts` ADD `direction` text;--> statement-breakpoint
ALTER TABLE `door_passes` ADD `checkpoint_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `reentry` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `checkpoint_scans_counted_in` AFTER INSERT ON `checkpoint_scans` BEGIN
  INSERT INTO `checkpoint_counts` (`place`, `day`, `inside`)
  VALUES (NEW.`place`, NEW.`day`, CASE WHEN NEW.`direction` = 'OUT' THEN -1 ELSE 1 END)
  ON CONFLICT (`place`, `day`) DO UPDATE SET `inside` = `inside` + excluded.`inside`;
  UPDATE `guests` SET `updated_at` = NEW.`created_at` WHERE `id` = NEW.`guest_id` AND `updated_at` < NEW.`created_at`;
END;
--> statement-breakpoint
CREATE TRIGGER `checkpoint_scans_counted_out` AFTER UPDATE OF `undone_at` ON `checkpoint_scans`
WHEN OLD.`undone_at` IS NULL AND NEW.`undone_at` IS NOT NULL BEGIN
  UPDATE `checkpoint_counts` SET `inside` = `inside` - CASE WHEN NEW.`direction` = 'OUT' THEN -1 ELSE 1 END
  WHERE `place` = NEW.`place` AND `day` = NEW.`day`;
  UPDATE `guests` SET `updated_at` = NEW.`undone_at` WHERE `id` = NEW.`guest_id` AND `updated_at` < NEW.`undone_at`;
END;
--> statement-breakpoint
CREATE TRIGGER `checkins_undone_with_their_ways` AFTER UPDATE OF `undone_at` ON `checkins`
WHEN OLD.`undone_at` IS NULL AND NEW.`undone_at` IS NOT NULL BEGIN
  UPDATE `checkpoint_scans` SET `undone_at` = NEW.`undone_at`, `undone_by` = NEW.`undone_by`, `told_by` = NEW.`told_by`
  WHERE `checkin_id` = NEW.`id` AND `undone_at` IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `guests_out_of_every_room` AFTER UPDATE OF `status` ON `guests`
WHEN OLD.`status` IN ('CONFIRMED', 'CHECKED_IN') AND NEW.`status` NOT IN ('CONFIRMED', 'CHECKED_IN') BEGIN
  INSERT INTO `checkpoint_scans` (`id`, `calendar_id`, `event_id`, `place`, `guest_id`, `ticket_id`, `direction`, `scanned_at`,
    `day`, `over_limit`, `scanned_by`, `told_by`, `created_at`)
  SELECT 'chk_' || lower(hex(randomblob(11))), s.`calendar_id`, s.`event_id`, s.`place`, s.`guest_id`, s.`ticket_id`, 'OUT',
    max(s.`scanned_at`, NEW.`updated_at`), s.`day`, 0, 'system', NEW.`move_id`, NEW.`updated_at`
  FROM `checkpoint_scans` s
  WHERE s.`guest_id` = NEW.`id` AND s.`direction` = 'IN' AND s.`undone_at` IS NULL AND s.`checkin_id` IS NULL
    AND NOT EXISTS (SELECT 1 FROM `checkpoint_scans` l WHERE l.`guest_id` = s.`guest_id` AND l.`place` = s.`place`
      AND l.`undone_at` IS NULL AND l.`number` > s.`number`);
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
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoints_in` AFTER INSERT ON `checkpoints` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkpoint', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoints_over` AFTER UPDATE OF name, mode, ticket_ids, opens_at, closes_at, created_at, updated_at, room_limit ON `checkpoints`
WHEN NEW.name IS NOT OLD.name OR NEW.mode IS NOT OLD.mode OR NEW.ticket_ids IS NOT OLD.ticket_ids OR NEW.opens_at IS NOT OLD.opens_at OR NEW.closes_at IS NOT OLD.closes_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.room_limit IS NOT OLD.room_limit BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkpoint', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.mode IS NOT OLD.mode, 'mode,', '')
      || iif(NEW.ticket_ids IS NOT OLD.ticket_ids, 'ticketIds,', '')
      || iif(NEW.opens_at IS NOT OLD.opens_at, 'opensAt,', '')
      || iif(NEW.closes_at IS NOT OLD.closes_at, 'closesAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.room_limit IS NOT OLD.room_limit, 'limit,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoints_out` AFTER DELETE ON `checkpoints` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'checkpoint', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;
