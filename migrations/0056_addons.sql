CREATE TABLE `addons` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`key` text,
	`name` text NOT NULL,
	`description` text,
	`translations` text DEFAULT '{}' NOT NULL,
	`price` integer NOT NULL,
	`currency` text,
	`per` text NOT NULL,
	`ticket_ids` text NOT NULL,
	`stock` integer,
	`taken` integer DEFAULT 0 NOT NULL,
	`max_quantity` integer DEFAULT 10 NOT NULL,
	`sales_start_at` integer,
	`sales_end_at` integer,
	`is_paused` integer NOT NULL,
	`tax_rate_id` text,
	`sort_order` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "addons_per" CHECK("addons"."per" in ('SEAT', 'ORDER'))
);
--> statement-breakpoint
CREATE INDEX `addons_event` ON `addons` (`event_id`,`sort_order`);--> statement-breakpoint
CREATE UNIQUE INDEX `addons_key` ON `addons` (`event_id`,`key`) WHERE key is not null;--> statement-breakpoint
CREATE TABLE `order_addons` (
	`order_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`addon_id` text NOT NULL,
	`per` text NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`price` integer NOT NULL,
	`is_released` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`order_id`, `guest_id`, `addon_id`)
);
--> statement-breakpoint
CREATE INDEX `order_addons_addon` ON `order_addons` (`addon_id`);--> statement-breakpoint
ALTER TABLE `guest_choices` ADD `addons` text;--> statement-breakpoint
ALTER TABLE `order_seats` ADD `extras` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `order_addons_stock` BEFORE INSERT ON `order_addons` WHEN EXISTS (
  SELECT 1 FROM `addons` a WHERE a.`id` = NEW.`addon_id` AND a.`stock` IS NOT NULL AND a.`taken` + NEW.`quantity` > a.`stock`) BEGIN
  SELECT RAISE(IGNORE);
END;

--> statement-breakpoint
CREATE TRIGGER `order_addons_stock_again` BEFORE UPDATE OF `is_released` ON `order_addons`
WHEN NEW.`is_released` = 0 AND OLD.`is_released` = 1 AND EXISTS (
  SELECT 1 FROM `addons` a WHERE a.`id` = NEW.`addon_id` AND a.`stock` IS NOT NULL AND a.`taken` + NEW.`quantity` > a.`stock`) BEGIN
  SELECT RAISE(IGNORE);
END;

--> statement-breakpoint
CREATE TRIGGER `order_addons_taken` AFTER INSERT ON `order_addons` BEGIN
  UPDATE `addons` SET `taken` = `taken` + NEW.`quantity` WHERE `id` = NEW.`addon_id`;
  UPDATE `order_seats` SET `extras` = `extras` + NEW.`quantity` * NEW.`price`
  WHERE NEW.`per` = 'SEAT' AND `order_id` = NEW.`order_id` AND `guest_id` = NEW.`guest_id`;
END;

--> statement-breakpoint
CREATE TRIGGER `order_addons_released` AFTER UPDATE OF `is_released` ON `order_addons` WHEN NEW.`is_released` <> OLD.`is_released` BEGIN
  UPDATE `addons` SET `taken` = `taken` + NEW.`quantity` * (OLD.`is_released` - NEW.`is_released`) WHERE `id` = NEW.`addon_id`;
END;

--> statement-breakpoint
CREATE TRIGGER `order_addons_deleted` AFTER DELETE ON `order_addons` WHEN OLD.`is_released` = 0 BEGIN
  UPDATE `addons` SET `taken` = `taken` - OLD.`quantity` WHERE `id` = OLD.`addon_id`;
END;

--> statement-breakpoint
CREATE TRIGGER `guests_release_addons` AFTER UPDATE OF `status`, `order_id` ON `guests`
WHEN OLD.`holds_seat` = 1 AND OLD.`order_id` IS NOT NULL AND (NEW.`holds_seat` = 0 OR NEW.`order_id` IS NOT OLD.`order_id`)
  AND EXISTS (SELECT 1 FROM `order_addons` x WHERE x.`order_id` = OLD.`order_id`) BEGIN
  UPDATE `order_addons` SET `is_released` = 1 WHERE `order_id` = OLD.`order_id` AND `is_released` = 0 AND (
    (`per` = 'SEAT' AND `guest_id` = OLD.`id`) OR (`per` = 'ORDER' AND NOT EXISTS (
      SELECT 1 FROM `order_seats` s JOIN `guests` g ON g.`id` = s.`guest_id`
      WHERE s.`order_id` = OLD.`order_id` AND g.`order_id` = s.`order_id` AND g.`holds_seat` = 1)));
END;

--> statement-breakpoint
CREATE TRIGGER `guests_retake_addons` AFTER UPDATE OF `status`, `order_id` ON `guests`
WHEN NEW.`holds_seat` = 1 AND NEW.`order_id` IS NOT NULL AND (OLD.`holds_seat` = 0 OR NEW.`order_id` IS NOT OLD.`order_id`)
  AND EXISTS (SELECT 1 FROM `order_addons` x WHERE x.`order_id` = NEW.`order_id` AND x.`is_released` = 1) BEGIN
  UPDATE `order_addons` SET `is_released` = 0
  WHERE `order_id` = NEW.`order_id` AND `is_released` = 1 AND (`per` = 'ORDER' OR `guest_id` = NEW.`id`);
END;

--> statement-breakpoint
CREATE TRIGGER `order_seats_pass_addons` AFTER UPDATE OF `guest_id` ON `order_seats` WHEN NEW.`guest_id` <> OLD.`guest_id`
  AND EXISTS (SELECT 1 FROM `order_addons` x WHERE x.`order_id` = NEW.`order_id`) BEGIN
  UPDATE `order_addons` SET `guest_id` = NEW.`guest_id` WHERE `order_id` = NEW.`order_id` AND `guest_id` = OLD.`guest_id`;
  UPDATE `order_addons` SET `is_released` = 0
  WHERE `order_id` = NEW.`order_id` AND `is_released` = 1 AND (`per` = 'ORDER' OR `guest_id` = NEW.`guest_id`)
    AND EXISTS (SELECT 1 FROM `guests` g WHERE g.`id` = NEW.`guest_id` AND g.`order_id` = NEW.`order_id` AND g.`holds_seat` = 1);
END;

--> statement-breakpoint
DROP TRIGGER `order_terms_taxes`;

--> statement-breakpoint
CREATE TRIGGER `order_terms_taxes` AFTER INSERT ON `order_terms` WHEN EXISTS (
  SELECT 1 FROM `orders` o JOIN `tax_rates` r ON r.`calendar_id` = o.`calendar_id` WHERE o.`id` = NEW.`order_id`) BEGIN
  UPDATE `order_terms` SET `tax_rates` = (
    SELECT CASE WHEN count(r.`id`) > 0 THEN json_group_object(t.`id`, json(CASE WHEN r.`id` IS NULL THEN 'null' ELSE
      json_object('id', r.`id`, 'name', r.`name`, 'rate', r.`rate`, 'category', r.`category`) END)) END
    FROM (
        SELECT k.`id`, k.`tax_rate_id` FROM `orders` o JOIN `tickets` k ON k.`id` IN (
          SELECT o.`ticket_id` UNION SELECT s.`ticket_id` FROM `order_seats` s WHERE s.`order_id` = o.`id`) WHERE o.`id` = NEW.`order_id`
        UNION
        SELECT a.`id`, a.`tax_rate_id` FROM `order_addons` x JOIN `addons` a ON a.`id` = x.`addon_id` WHERE x.`order_id` = NEW.`order_id`
      ) t JOIN `orders` o ON o.`id` = NEW.`order_id`
      LEFT JOIN `tax_rates` r ON r.`calendar_id` = o.`calendar_id` AND r.`id` = coalesce(t.`tax_rate_id`, (
        SELECT d.`id` FROM `tax_rates` d WHERE d.`calendar_id` = o.`calendar_id` AND d.`is_default` = 1 AND d.`retired_at` IS NULL)))
  WHERE `order_id` = NEW.`order_id`;
END;

--> statement-breakpoint
CREATE TRIGGER `changes_events_addons` BEFORE DELETE ON `events` BEGIN
  DELETE FROM `addons` WHERE event_id = OLD.id;
END;

--> statement-breakpoint
CREATE TRIGGER `changes_addons_in` AFTER INSERT ON `addons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = NEW.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'addon', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_addons_over` AFTER UPDATE OF key, name, description, translations, price, currency, per, ticket_ids, stock, max_quantity, sales_start_at, sales_end_at, tax_rate_id, sort_order, created_at, updated_at, is_paused ON `addons`
WHEN NEW.key IS NOT OLD.key OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.translations IS NOT OLD.translations OR NEW.price IS NOT OLD.price OR NEW.currency IS NOT OLD.currency OR NEW.per IS NOT OLD.per OR NEW.ticket_ids IS NOT OLD.ticket_ids OR NEW.stock IS NOT OLD.stock OR NEW.max_quantity IS NOT OLD.max_quantity OR NEW.sales_start_at IS NOT OLD.sales_start_at OR NEW.sales_end_at IS NOT OLD.sales_end_at OR NEW.tax_rate_id IS NOT OLD.tax_rate_id OR NEW.sort_order IS NOT OLD.sort_order OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.is_paused IS NOT OLD.is_paused BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
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
      || iif(NEW.is_paused IS NOT OLD.is_paused, 'status,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_addons_out` AFTER DELETE ON `addons` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES ((SELECT e.calendar_id FROM events e WHERE e.id = OLD.event_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'addon', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;
