-- Scans at checkpoints, and exits and returns at the main door, are in the change feed.
CREATE TRIGGER `changes_checkpoint_scans_in` AFTER INSERT ON `checkpoint_scans`
WHEN NEW.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'scan', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoint_scans_over` AFTER UPDATE OF guest_id, ticket_id, direction, gate, device_id, place, scanned_at, scanned_by, scanned_by_label, undone_at ON `checkpoint_scans`
WHEN (OLD.undone_at IS NULL OR NEW.undone_at IS NULL) AND (NEW.guest_id IS NOT OLD.guest_id OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.direction IS NOT OLD.direction OR NEW.gate IS NOT OLD.gate OR NEW.device_id IS NOT OLD.device_id OR NEW.place IS NOT OLD.place OR NEW.scanned_at IS NOT OLD.scanned_at OR NEW.scanned_by IS NOT OLD.scanned_by OR NEW.scanned_by_label IS NOT OLD.scanned_by_label OR NEW.undone_at IS NOT OLD.undone_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
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
      || iif(NEW.scanned_by_label IS NOT OLD.scanned_by_label, 'checkedInByLabel,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_checkpoint_scans_out` AFTER DELETE ON `checkpoint_scans`
WHEN OLD.undone_at IS NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'scan', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;
