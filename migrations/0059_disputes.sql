ALTER TABLE `payment_differences` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `payment_differences` ADD `due_by` integer;
--> statement-breakpoint
-- The first guest of a party keeps the add-ons of the whole order while it waits. Another guest takes them over.
CREATE TRIGGER `guests_pass_wishes` AFTER UPDATE OF `status` ON `guests`
WHEN NEW.`party_id` IS NOT NULL AND OLD.`status` IN ('WAITLISTED', 'PENDING') AND NEW.`status` IN ('CANCELLED', 'DECLINED')
  AND EXISTS (SELECT 1 FROM `guest_choices` c WHERE c.`guest_id` = NEW.`id` AND c.`addons` IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM `orders` o WHERE o.`id` = OLD.`order_id`) BEGIN
  INSERT INTO `guest_choices` (`guest_id`, `addons`)
  SELECT h.`id`, (
    SELECT json_group_array(json(w.value)) FROM `guest_choices` c JOIN json_each(c.`addons`) w JOIN `addons` a ON a.`id` = w.value ->> 'addonId'
    WHERE c.`guest_id` = h.`id` OR (c.`guest_id` = NEW.`id` AND a.`per` = 'ORDER'))
  FROM `guests` h WHERE h.`party_id` = NEW.`party_id` AND h.`id` <> NEW.`id` AND h.`status` IN ('WAITLISTED', 'PENDING')
    AND NOT EXISTS (SELECT 1 FROM `orders` o WHERE o.`id` = h.`order_id`)
    AND EXISTS (SELECT 1 FROM `guest_choices` c JOIN json_each(c.`addons`) w JOIN `addons` a ON a.`id` = w.value ->> 'addonId'
      WHERE c.`guest_id` = NEW.`id` AND a.`per` = 'ORDER')
  ORDER BY h.rowid LIMIT 1
  ON CONFLICT (`guest_id`) DO UPDATE SET `addons` = excluded.`addons`;
  UPDATE `guest_choices` SET `addons` = (
    SELECT nullif(json_group_array(json(w.value)), '[]') FROM json_each(`guest_choices`.`addons`) w JOIN `addons` a ON a.`id` = w.value ->> 'addonId'
    WHERE a.`per` = 'SEAT')
  WHERE `guest_id` = NEW.`id` AND EXISTS (SELECT 1 FROM `guests` h WHERE h.`party_id` = NEW.`party_id` AND h.`id` <> NEW.`id`
    AND h.`status` IN ('WAITLISTED', 'PENDING') AND NOT EXISTS (SELECT 1 FROM `orders` o WHERE o.`id` = h.`order_id`));
END;
