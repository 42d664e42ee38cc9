ALTER TABLE `refund_accounts` ADD `counted_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `refund_accounts` ADD `counted` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `refund_accounts` ADD `discarded_at` integer;
--> statement-breakpoint
DROP TRIGGER `orders_invoiced`;

--> statement-breakpoint
-- Also for money that arrives after the order has ended.
CREATE TRIGGER `orders_invoiced` AFTER UPDATE OF `status` ON `orders`
WHEN NEW.`status` = 'PAID' AND OLD.`status` IN ('PENDING', 'EXPIRED', 'CANCELLED') AND NEW.`total` > 0 BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), o.`calendar_id`, 'INVOICE', o.`id`, coalesce((SELECT i.`buyer` FROM `invoice_addresses` i WHERE i.`order_id` = o.`id`),
    json_object('name', trim(o.`buyer_first_name` || ' ' || o.`buyer_last_name`), 'email', o.`buyer_email`)), 1, NEW.`paid_at`
  FROM `orders` o JOIN `sellers` s ON s.`calendar_id` = o.`calendar_id` AND s.`mode` <> 'OFF'
  WHERE o.`id` = NEW.`id` AND o.`total` > 0 AND (EXISTS (SELECT 1 FROM `invoice_addresses` i WHERE i.`order_id` = o.`id`) OR (s.`mode` = 'ALWAYS' AND o.`total` <= s.`simplified_up_to`))
    AND NOT EXISTS (SELECT 1 FROM `documents` d WHERE d.`order_id` = o.`id`);
END;

--> statement-breakpoint
-- The address was stored before, and the order was paid while the calendar issued no invoices.
CREATE TRIGGER `invoice_addresses_again` AFTER UPDATE ON `invoice_addresses`
WHEN NOT EXISTS (SELECT 1 FROM `documents` d WHERE d.`order_id` = NEW.`order_id`) BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), o.`calendar_id`, 'INVOICE', o.`id`, coalesce((SELECT i.`buyer` FROM `invoice_addresses` i WHERE i.`order_id` = o.`id`),
    json_object('name', trim(o.`buyer_first_name` || ' ' || o.`buyer_last_name`), 'email', o.`buyer_email`)), 1, NEW.`updated_at`
  FROM `orders` o JOIN `sellers` s ON s.`calendar_id` = o.`calendar_id` AND s.`mode` <> 'OFF'
  WHERE o.`id` = NEW.`order_id` AND o.`total` > 0 AND o.`status` IN ('PAID', 'PARTIALLY_REFUNDED')
    AND NOT EXISTS (SELECT 1 FROM `documents` d WHERE d.`order_id` = o.`id`);
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `refund_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'CREDIT_NOTE', d.`order_id`, r.`id`, d.`id`, d.`buyer`, 1, d.`issued_at`
  FROM `documents` d JOIN `refunds` r ON r.`order_id` = d.`order_id`
  WHERE d.`order_id` = NEW.`order_id` AND d.`kind` = 'INVOICE' AND d.`precedes_id` IS NULL AND r.`status` = 'SUCCEEDED' AND r.`payment` IS NULL
    AND NOT EXISTS (SELECT 1 FROM `documents` c WHERE c.`refund_id` = r.`id`)
  ORDER BY r.`completed_at`, r.`id`;
END;

--> statement-breakpoint
DROP TRIGGER `orders_posted`;

--> statement-breakpoint
-- On the day of the payment. At 10:00 UTC that date holds from Honolulu to Auckland.
CREATE TRIGGER `orders_posted` AFTER UPDATE OF `status` ON `orders`
WHEN NEW.`total` > 0 AND (NEW.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')) <> (OLD.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')) BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NULL, t.`account_id`, 'CHARGE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN o.`total` ELSE 0 END - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`order_id` = o.`id` AND p.`refund_id` IS NULL), o.`currency`, json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0),
        'isFeeRefundable', json(iif(t.`is_fee_refundable`, 'true', 'false'))),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`, 'fee', x.`fee`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN NULL ELSE '[]' END), 'after', json(CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN '[]' END)), CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') AND NEW.`paid_on` < date(NEW.`updated_at` / 1000, 'unixepoch')
      THEN unixepoch(NEW.`paid_on` || ' 10:00:00') * 1000 ELSE NEW.`updated_at` END
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`id` AND CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN o.`total` ELSE 0 END <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`order_id` = o.`id` AND p.`refund_id` IS NULL);
END;

--> statement-breakpoint
DROP TRIGGER `refunds_posted_twice`;

--> statement-breakpoint
-- The second payment of an order that was already paid.
CREATE TRIGGER `refunds_posted_twice` AFTER INSERT ON `refunds` WHEN NEW.`payment` IS NOT NULL BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NEW.`id`, t.`account_id`, 'CHARGE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), NEW.`amount`, o.`currency`, NULL, coalesce((SELECT unixepoch(l.`booked_on` || ' 10:00:00') * 1000 FROM `bank_lines` l
    WHERE l.`id` = NEW.`payment` AND l.`booked_on` < date(NEW.`created_at` / 1000, 'unixepoch')), NEW.`created_at`)
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`order_id` AND (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`refund_id` = NEW.`id`) = 0;
END;

--> statement-breakpoint
-- Someone took back the bank line that brought the surplus.
CREATE TRIGGER `refunds_unposted` AFTER DELETE ON `refunds`
WHEN EXISTS (SELECT 1 FROM `bank_lines` l WHERE l.`id` = OLD.`payment` AND l.`state` = 'UNMATCHED') BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), p.`calendar_id`, p.`event_id`, p.`order_id`, p.`order_number`, p.`refund_id`, p.`account_id`, p.`type`, p.`method`,
    -sum(p.`amount`), p.`currency`, NULL, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM `postings` p WHERE p.`order_id` = OLD.`order_id` AND p.`refund_id` = OLD.`id` GROUP BY p.`type` HAVING sum(p.`amount`) <> 0;
END;

--> statement-breakpoint
-- Every night reads the same movements again. The row that is there stays.
CREATE TRIGGER `provider_postings_not_replaced` BEFORE INSERT ON `provider_postings` WHEN EXISTS (SELECT 1 FROM `provider_postings` p WHERE p.`id` = NEW.`id`) BEGIN
  SELECT RAISE(IGNORE);
END;

--> statement-breakpoint
DROP TRIGGER `orders_ended_with_money`;

--> statement-breakpoint
-- An order that ends with part of its money here gives that part back, and the buyer gets an email.
CREATE TRIGGER `orders_ended_with_money` AFTER UPDATE OF `status` ON `orders` WHEN OLD.`status` = 'PENDING' AND NEW.`status` IN ('EXPIRED', 'CANCELLED')
  AND EXISTS (SELECT 1 FROM `order_terms` z WHERE z.`order_id` = NEW.`id` AND z.`received` > 0) BEGIN
  INSERT INTO `refunds` (`id`, `order_id`, `amount`, `currency`, `reason`, `notify_buyer`, `status`, `payment`, `created_at`, `completed_at`)
  SELECT 'rfd_' || lower(hex(randomblob(11))), NEW.`id`, z.`received`, NEW.`currency`, 'The order ended before it was paid in full.', 1, 'SUCCEEDED',
    'received:' || lower(hex(randomblob(11))), NEW.`updated_at`, NEW.`updated_at` FROM `order_terms` z WHERE z.`order_id` = NEW.`id`;
  INSERT INTO `mails` (`id`, `calendar_id`, `event_id`, `guest_id`, `kind`, `recipient`, `data`, `cause`, `status`, `next_attempt_at`, `created_at`)
  SELECT 'mail_' || lower(hex(randomblob(16))), NEW.`calendar_id`, NEW.`event_id`,
    coalesce((SELECT min(m.`id`) FROM `guests` m WHERE m.`party_id` = NEW.`party_id`), NEW.`buyer_guest_id`, NEW.`guest_id`), 'refund', NEW.`buyer_email`,
    json_object('orderId', NEW.`id`, 'refundId', r.`id`), r.`id`, 'pending', n.`now`, n.`now`
  FROM `refunds` r JOIN (SELECT coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS `now`) n
  WHERE r.`order_id` = NEW.`id` AND r.`payment` LIKE 'received:%' AND NEW.`buyer_email` NOT LIKE '%@erased.invalid'
  ORDER BY r.rowid DESC LIMIT 1 ON CONFLICT DO NOTHING;
  UPDATE `order_terms` SET `received` = 0 WHERE `order_id` = NEW.`id`;
END;

--> statement-breakpoint
-- Account numbers that are no IBAN. Nothing can be transferred to them.
UPDATE `bank_lines` SET `payer_iban` = NULL WHERE `payer_iban` NOT GLOB '[A-Z][A-Z][0-9][0-9]*' OR length(`payer_iban`) NOT BETWEEN 15 AND 34;

--> statement-breakpoint
-- Buyers who asked for an invoice and never got one.
UPDATE `invoice_addresses` SET `updated_at` = CAST(unixepoch('subsec') * 1000 AS INTEGER)
WHERE NOT EXISTS (SELECT 1 FROM `documents` d WHERE d.`order_id` = `invoice_addresses`.`order_id`)
  AND EXISTS (SELECT 1 FROM `postings` p WHERE p.`order_id` = `invoice_addresses`.`order_id` AND p.`type` = 'CHARGE');
