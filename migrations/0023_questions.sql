ALTER TABLE `tickets` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_key` ON `tickets` (`event_id`,`key`) WHERE key is not null;
--> statement-breakpoint
DROP TRIGGER `changes_tickets_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_tickets_over` AFTER UPDATE OF key, name, description, translations, type, price, currency, capacity, sales_start_at, sales_end_at, requires_approval, is_hidden, sort_order, created_at, updated_at, is_paused ON `tickets`
WHEN NEW.key IS NOT OLD.key OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.translations IS NOT OLD.translations OR NEW.type IS NOT OLD.type OR NEW.price IS NOT OLD.price OR NEW.currency IS NOT OLD.currency OR NEW.capacity IS NOT OLD.capacity OR NEW.sales_start_at IS NOT OLD.sales_start_at OR NEW.sales_end_at IS NOT OLD.sales_end_at OR NEW.requires_approval IS NOT OLD.requires_approval OR NEW.is_hidden IS NOT OLD.is_hidden OR NEW.sort_order IS NOT OLD.sort_order OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.is_paused IS NOT OLD.is_paused BEGIN
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
      || iif(NEW.capacity IS NOT OLD.capacity, 'capacity,', '')
      || iif(NEW.sales_start_at IS NOT OLD.sales_start_at, 'salesStartAt,', '')
      || iif(NEW.sales_end_at IS NOT OLD.sales_end_at, 'salesEndAt,', '')
      || iif(NEW.requires_approval IS NOT OLD.requires_approval, 'requiresApproval,', '')
      || iif(NEW.is_hidden IS NOT OLD.is_hidden, 'isHidden,', '')
      || iif(NEW.sort_order IS NOT OLD.sort_order, 'sortOrder,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.is_paused IS NOT OLD.is_paused, 'status,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;
