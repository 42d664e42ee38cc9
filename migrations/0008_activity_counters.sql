CREATE TRIGGER `guests_active_in` AFTER INSERT ON `guests` BEGIN
  INSERT INTO `guest_activity` (`event_id`, `bucket`, `ticket_id`, `calendar_id`, `status`, `guests`)
  VALUES (NEW.`event_id`, NEW.`created_at` / 900000, coalesce(NEW.`ticket_id`, ''), NEW.`calendar_id`, NEW.`status`, 1)
  ON CONFLICT (`event_id`, `bucket`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `guests_active_over` AFTER UPDATE OF `status`, `ticket_id` ON `guests`
WHEN OLD.`status` <> NEW.`status` OR OLD.`ticket_id` IS NOT NEW.`ticket_id` BEGIN
  UPDATE `guest_activity` SET `guests` = `guests` - 1
  WHERE `event_id` = OLD.`event_id` AND `bucket` = OLD.`created_at` / 900000 AND `ticket_id` = coalesce(OLD.`ticket_id`, '')
    AND `status` = OLD.`status`;
  INSERT INTO `guest_activity` (`event_id`, `bucket`, `ticket_id`, `calendar_id`, `status`, `guests`)
  VALUES (NEW.`event_id`, NEW.`created_at` / 900000, coalesce(NEW.`ticket_id`, ''), NEW.`calendar_id`, NEW.`status`, 1)
  ON CONFLICT (`event_id`, `bucket`, `ticket_id`, `status`) DO UPDATE SET `guests` = `guests` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `guests_checked_over` AFTER UPDATE OF `checked_in_at` ON `guests`
WHEN OLD.`checked_in_at` IS NOT NEW.`checked_in_at` BEGIN
  UPDATE `checkin_activity` SET `check_ins` = `check_ins` - 1
  WHERE `event_id` = OLD.`event_id` AND `bucket` = OLD.`checked_in_at` / 900000 AND `ticket_id` = coalesce(OLD.`ticket_id`, '');
  INSERT INTO `checkin_activity` (`event_id`, `bucket`, `ticket_id`, `calendar_id`, `check_ins`)
  SELECT NEW.`event_id`, NEW.`checked_in_at` / 900000, coalesce(NEW.`ticket_id`, ''), NEW.`calendar_id`, 1
  WHERE NEW.`checked_in_at` IS NOT NULL
  ON CONFLICT (`event_id`, `bucket`, `ticket_id`) DO UPDATE SET `check_ins` = `check_ins` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `orders_active_in` AFTER INSERT ON `orders` BEGIN
  INSERT INTO `order_activity` (`event_id`, `bucket`, `ticket_id`, `calendar_id`, `currency`, `status`, `orders`, `subtotal`,
    `discount`, `total`, `refunded`)
  VALUES (NEW.`event_id`, NEW.`created_at` / 900000, NEW.`ticket_id`, NEW.`calendar_id`, coalesce(NEW.`currency`, ''),
    NEW.`status`, 1, NEW.`subtotal`, NEW.`discount`, NEW.`total`, NEW.`refunded`)
  ON CONFLICT (`event_id`, `bucket`, `ticket_id`, `currency`, `status`) DO UPDATE SET `orders` = `orders` + 1,
    `subtotal` = `subtotal` + excluded.`subtotal`, `discount` = `discount` + excluded.`discount`,
    `total` = `total` + excluded.`total`, `refunded` = `refunded` + excluded.`refunded`;
END;
--> statement-breakpoint
CREATE TRIGGER `orders_active_over` AFTER UPDATE OF `status`, `refunded`, `ticket_id`, `currency`, `subtotal`, `discount`, `total`
ON `orders` BEGIN
  UPDATE `order_activity` SET `orders` = `orders` - 1, `subtotal` = `subtotal` - OLD.`subtotal`,
    `discount` = `discount` - OLD.`discount`, `total` = `total` - OLD.`total`, `refunded` = `refunded` - OLD.`refunded`
  WHERE `event_id` = OLD.`event_id` AND `bucket` = OLD.`created_at` / 900000 AND `ticket_id` = OLD.`ticket_id`
    AND `currency` = coalesce(OLD.`currency`, '') AND `status` = OLD.`status`;
  INSERT INTO `order_activity` (`event_id`, `bucket`, `ticket_id`, `calendar_id`, `currency`, `status`, `orders`, `subtotal`,
    `discount`, `total`, `refunded`)
  VALUES (NEW.`event_id`, NEW.`created_at` / 900000, NEW.`ticket_id`, NEW.`calendar_id`, coalesce(NEW.`currency`, ''),
    NEW.`status`, 1, NEW.`subtotal`, NEW.`discount`, NEW.`total`, NEW.`refunded`)
  ON CONFLICT (`event_id`, `bucket`, `ticket_id`, `currency`, `status`) DO UPDATE SET `orders` = `orders` + 1,
    `subtotal` = `subtotal` + excluded.`subtotal`, `discount` = `discount` + excluded.`discount`,
    `total` = `total` + excluded.`total`, `refunded` = `refunded` + excluded.`refunded`;
END;
--> statement-breakpoint
CREATE TRIGGER `mails_told_in` AFTER INSERT ON `mails` WHEN NEW.`kind` IN ('announcement', 'reminder') BEGIN
  UPDATE `communications` SET `recipients` = `recipients` + 1 WHERE `id` = substr(NEW.`cause`, 1, instr(NEW.`cause`, ':') - 1);
END;
--> statement-breakpoint
CREATE TRIGGER `mails_told_over` AFTER UPDATE OF `status` ON `mails`
WHEN NEW.`kind` IN ('announcement', 'reminder') AND OLD.`status` <> NEW.`status` BEGIN
  UPDATE `communications` SET
    `sent` = `sent` + (NEW.`status` = 'sent') - (OLD.`status` = 'sent'),
    `failed` = `failed` + (NEW.`status` = 'failed') - (OLD.`status` = 'failed'),
    `dropped` = `dropped` + (NEW.`status` = 'cancelled') - (OLD.`status` = 'cancelled')
  WHERE `id` = substr(NEW.`cause`, 1, instr(NEW.`cause`, ':') - 1);
END;
