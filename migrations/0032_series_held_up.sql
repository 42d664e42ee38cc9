ALTER TABLE `series` ADD `held_up_at` integer;
--> statement-breakpoint
DROP TRIGGER `changes_series_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_series_over` AFTER UPDATE OF template, timezone, start_at, duration_minutes, all_day_days, rrule, exdates, rdates, made_until, held_up_at, cancelled_at, created_at, updated_at ON `series`
WHEN NEW.template IS NOT OLD.template OR NEW.timezone IS NOT OLD.timezone OR NEW.start_at IS NOT OLD.start_at OR NEW.duration_minutes IS NOT OLD.duration_minutes OR NEW.all_day_days IS NOT OLD.all_day_days OR NEW.rrule IS NOT OLD.rrule OR NEW.exdates IS NOT OLD.exdates OR NEW.rdates IS NOT OLD.rdates OR NEW.made_until IS NOT OLD.made_until OR NEW.held_up_at IS NOT OLD.held_up_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at BEGIN
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
      || iif(NEW.held_up_at IS NOT OLD.held_up_at, 'heldUpAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;
