-- Whoever was erased stands in no list of guests, and is counted in none.
DROP TRIGGER `guests_counted_over`;
--> statement-breakpoint
CREATE TRIGGER `guests_counted_over` AFTER UPDATE OF `status`, `ticket_id`, `order_id`, `offer_expires_at`, `erased_at` ON `guests`
WHEN OLD.`erased_at` IS NULL BEGIN
  UPDATE `guest_counts` SET `guests` = `guests` - 1, `seats` = `seats` - OLD.`takes_seat`
  WHERE `event_id` = OLD.`event_id` AND `ticket_id` = coalesce(OLD.`ticket_id`, '') AND `status` = OLD.`shown_status`;
  INSERT INTO `guest_counts` (`event_id`, `ticket_id`, `status`, `guests`, `seats`)
  SELECT NEW.`event_id`, coalesce(NEW.`ticket_id`, ''), NEW.`shown_status`, 1, NEW.`takes_seat` WHERE NEW.`erased_at` IS NULL
  ON CONFLICT (`event_id`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1, `seats` = `seats` + excluded.`seats`;
END;
--> statement-breakpoint
UPDATE `guest_counts` SET `guests` = `guests` - (
  SELECT count(*) FROM `guests` g WHERE g.`event_id` = `guest_counts`.`event_id` AND g.`erased_at` IS NOT NULL
    AND coalesce(g.`ticket_id`, '') = `guest_counts`.`ticket_id` AND g.`shown_status` = `guest_counts`.`status`)
WHERE `event_id` IN (SELECT `event_id` FROM `guests` WHERE `erased_at` IS NOT NULL);
