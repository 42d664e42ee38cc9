CREATE TRIGGER `guests_counted_in` AFTER INSERT ON `guests` BEGIN
  INSERT INTO `guest_counts` (`event_id`, `ticket_id`, `status`, `guests`, `seats`)
  VALUES (NEW.`event_id`, coalesce(NEW.`ticket_id`, ''), NEW.`status`, 1, NEW.`holds_seat`)
  ON CONFLICT (`event_id`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1, `seats` = `seats` + excluded.`seats`;
END;
--> statement-breakpoint
CREATE TRIGGER `guests_counted_over` AFTER UPDATE OF `status`, `ticket_id`, `order_id` ON `guests` BEGIN
  UPDATE `guest_counts` SET `guests` = `guests` - 1, `seats` = `seats` - OLD.`holds_seat`
  WHERE `event_id` = OLD.`event_id` AND `ticket_id` = coalesce(OLD.`ticket_id`, '') AND `status` = OLD.`status`;
  INSERT INTO `guest_counts` (`event_id`, `ticket_id`, `status`, `guests`, `seats`)
  VALUES (NEW.`event_id`, coalesce(NEW.`ticket_id`, ''), NEW.`status`, 1, NEW.`holds_seat`)
  ON CONFLICT (`event_id`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1, `seats` = `seats` + excluded.`seats`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_counted_in` AFTER INSERT ON `events` BEGIN
  UPDATE `calendars` SET
    `event_count` = `event_count` + (NEW.`status` = 'PUBLISHED' AND NEW.`visibility` = 'PUBLIC'),
    `longest_event_ms` = max(`longest_event_ms`, NEW.`end_at` - NEW.`start_at`),
    `content_changed_at` = max(`content_changed_at`, NEW.`updated_at`)
  WHERE `id` = NEW.`calendar_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_counted_over` AFTER UPDATE ON `events` BEGIN
  UPDATE `calendars` SET
    `event_count` = `event_count` + (NEW.`status` = 'PUBLISHED' AND NEW.`visibility` = 'PUBLIC')
      - (OLD.`status` = 'PUBLISHED' AND OLD.`visibility` = 'PUBLIC'),
    `longest_event_ms` = max(`longest_event_ms`, NEW.`end_at` - NEW.`start_at`),
    `content_changed_at` = max(`content_changed_at`, NEW.`updated_at`)
  WHERE `id` = NEW.`calendar_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_counted_out` AFTER DELETE ON `events` BEGIN
  UPDATE `calendars` SET
    `event_count` = `event_count` - (OLD.`status` = 'PUBLISHED' AND OLD.`visibility` = 'PUBLIC')
  WHERE `id` = OLD.`calendar_id`;
END;
