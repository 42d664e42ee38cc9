DROP TRIGGER `order_addons_stock`;

--> statement-breakpoint
CREATE TRIGGER `order_addons_stock` BEFORE INSERT ON `order_addons` WHEN NEW.`is_released` = 0 AND EXISTS (
  SELECT 1 FROM `addons` a WHERE a.`id` = NEW.`addon_id` AND a.`stock` IS NOT NULL AND a.`taken` + NEW.`quantity` > a.`stock`) BEGIN
  SELECT RAISE(IGNORE);
END;

--> statement-breakpoint
DROP TRIGGER `order_addons_taken`;

--> statement-breakpoint
CREATE TRIGGER `order_addons_taken` AFTER INSERT ON `order_addons` BEGIN
  UPDATE `addons` SET `taken` = `taken` + NEW.`quantity` WHERE NEW.`is_released` = 0 AND `id` = NEW.`addon_id`;
  UPDATE `order_seats` SET `extras` = `extras` + NEW.`quantity` * NEW.`price`
  WHERE NEW.`per` = 'SEAT' AND `order_id` = NEW.`order_id` AND `guest_id` = NEW.`guest_id`;
END;
