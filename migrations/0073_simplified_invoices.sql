ALTER TABLE `bank_accounts` ADD `csv_columns` text;--> statement-breakpoint
ALTER TABLE `sellers` ADD `simplified_currency` text DEFAULT 'EUR' NOT NULL;
--> statement-breakpoint
-- The currency in which the calendar sells.
UPDATE `sellers` SET `simplified_currency` = coalesce(
  (SELECT o.`currency` FROM `orders` o WHERE o.`calendar_id` = `sellers`.`calendar_id` AND o.`total` > 0
    ORDER BY o.`created_at` DESC, o.`id` DESC LIMIT 1),
  (SELECT c.`currency` FROM `calendars` c WHERE c.`id` = `sellers`.`calendar_id`), 'EUR');

--> statement-breakpoint
DROP TRIGGER `orders_invoiced`;

--> statement-breakpoint
-- The limit of invoices without an address is in one currency.
CREATE TRIGGER `orders_invoiced` AFTER UPDATE OF `status` ON `orders`
WHEN NEW.`status` = 'PAID' AND OLD.`status` IN ('PENDING', 'EXPIRED', 'CANCELLED') AND NEW.`total` > 0 BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), o.`calendar_id`, 'INVOICE', o.`id`, coalesce((SELECT i.`buyer` FROM `invoice_addresses` i WHERE i.`order_id` = o.`id`),
    json_object('name', trim(o.`buyer_first_name` || ' ' || o.`buyer_last_name`), 'email', o.`buyer_email`)), 1, NEW.`paid_at`
  FROM `orders` o JOIN `sellers` s ON s.`calendar_id` = o.`calendar_id` AND s.`mode` <> 'OFF'
  WHERE o.`id` = NEW.`id` AND o.`total` > 0 AND (EXISTS (SELECT 1 FROM `invoice_addresses` i WHERE i.`order_id` = o.`id`) OR (s.`mode` = 'ALWAYS' AND o.`currency` = s.`simplified_currency` AND o.`total` <= s.`simplified_up_to`))
    AND NOT EXISTS (SELECT 1 FROM `documents` d WHERE d.`order_id` = o.`id`);
END;
