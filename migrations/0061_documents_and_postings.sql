CREATE TABLE `document_series` (
	`calendar_id` text NOT NULL,
	`series` text NOT NULL,
	`next` integer NOT NULL,
	PRIMARY KEY(`calendar_id`, `series`),
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`series` text,
	`number` integer,
	`kind` text NOT NULL,
	`order_id` text NOT NULL,
	`refund_id` text,
	`precedes_id` text,
	`facts` text,
	`buyer` text,
	`sums_version` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`keep_until` integer,
	`erased_at` integer,
	CONSTRAINT "documents_kind" CHECK("documents"."kind" in ('INVOICE', 'CREDIT_NOTE'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number` ON `documents` (`calendar_id`,`series`,`number`);--> statement-breakpoint
CREATE INDEX `documents_calendar` ON `documents` (`calendar_id`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `documents_order` ON `documents` (`order_id`,`issued_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_first` ON `documents` (`order_id`) WHERE kind = 'INVOICE' and precedes_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_refund` ON `documents` (`refund_id`,`kind`) WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX `documents_to_erase` ON `documents` (`keep_until`) WHERE erased_at is null;--> statement-breakpoint
CREATE TABLE `invoice_addresses` (
	`order_id` text PRIMARY KEY NOT NULL,
	`buyer` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sellers` (
	`calendar_id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`details` text NOT NULL,
	`simplified_up_to` integer NOT NULL,
	`keep_years` integer NOT NULL,
	`years` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sellers_mode" CHECK("sellers"."mode" in ('OFF', 'ON_REQUEST', 'ALWAYS'))
);
--> statement-breakpoint
CREATE TABLE `postings` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`order_id` text NOT NULL,
	`order_number` text NOT NULL,
	`refund_id` text,
	`account_id` text,
	`type` text NOT NULL,
	`method` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`facts` text,
	`at` integer NOT NULL,
	CONSTRAINT "postings_type" CHECK("postings"."type" in ('CHARGE', 'REFUND', 'DISPUTE')),
	CONSTRAINT "postings_method" CHECK("postings"."method" in ('ONLINE', 'BANK', 'HAND'))
);
--> statement-breakpoint
CREATE INDEX `postings_calendar` ON `postings` (`calendar_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `postings_order` ON `postings` (`order_id`,`type`);
--> statement-breakpoint
CREATE TRIGGER `documents_numbered` AFTER INSERT ON `documents` WHEN NEW.`number` IS NULL BEGIN
  UPDATE `documents` SET `series` = CASE NEW.`kind` WHEN 'INVOICE' THEN 'R' ELSE 'G' END || coalesce((SELECT max(y.`key`) FROM `sellers` s, json_each(s.`years`) y
      WHERE s.`calendar_id` = NEW.`calendar_id` AND y.`value` <= NEW.`issued_at`), strftime('%Y', NEW.`issued_at` / 1000, 'unixepoch'))
  WHERE `id` = NEW.`id`;
  INSERT INTO `document_series` (`calendar_id`, `series`, `next`)
  SELECT d.`calendar_id`, d.`series`, 1 FROM `documents` d WHERE d.`id` = NEW.`id` ON CONFLICT DO NOTHING;
  UPDATE `documents` SET
    `number` = (SELECT n.`next` FROM `document_series` n
      WHERE n.`calendar_id` = `documents`.`calendar_id` AND n.`series` = `documents`.`series`),
    `keep_until` = unixepoch(printf('%04d-01-02', substr(`series`, 2) + 1 + (
      SELECT s.`keep_years` FROM `sellers` s WHERE s.`calendar_id` = NEW.`calendar_id`))) * 1000,
    `facts` = (SELECT json_object(
      'seller', json(s.`details`),
      'timezone', (SELECT c.`timezone` FROM `calendars` c WHERE c.`id` = o.`calendar_id`),
      'event', (SELECT json_object('title', e.`title`, 'startAt', e.`start_at`, 'startDate', e.`start_date`, 'timezone', e.`timezone`)
        FROM `events` e WHERE e.`id` = o.`event_id`),
      'order', json_object('number', o.`number`, 'currency', o.`currency`, 'total', o.`total`, 'paidAt', o.`paid_at`,
        'method', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), 'guestId', o.`guest_id`,
        'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`, 'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0)),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'reasons', (SELECT json_group_object(r.`id`, r.`reason`) FROM `tax_rates` r WHERE r.`calendar_id` = o.`calendar_id` AND r.`reason` IS NOT NULL),
      'precedes', (SELECT p.`series` || '-' || printf('%05d', p.`number`) FROM `documents` p WHERE p.`id` = NEW.`precedes_id`),
      'before', json(CASE WHEN NEW.`kind` = 'INVOICE' AND NEW.`refund_id` IS NULL THEN NULL ELSE
        (SELECT json_group_array(json_object('id', r.`id`, 'amount', r.`amount`, 'guestIds', json(r.`guest_ids`))) FROM (
        SELECT f.`id`, f.`amount`, f.`guest_ids` FROM `documents` d JOIN `refunds` f ON f.`id` = d.`refund_id`
        WHERE d.`order_id` = NEW.`order_id` AND d.`kind` = 'CREDIT_NOTE' AND d.`id` <> NEW.`id` AND NOT EXISTS (
          SELECT 1 FROM `documents` c WHERE c.`refund_id` = f.`id` AND c.`kind` = 'INVOICE' AND c.`id` <> NEW.`id`)
        ORDER BY d.`issued_at`, d.rowid) r) END),
      'after', json(CASE WHEN NEW.`kind` = 'CREDIT_NOTE' AND NEW.`refund_id` IS NULL THEN NULL ELSE
        (SELECT json_group_array(json_object('id', r.`id`, 'amount', r.`amount`, 'guestIds', json(r.`guest_ids`))) FROM (
        SELECT f.`id`, f.`amount`, f.`guest_ids` FROM `documents` d JOIN `refunds` f ON f.`id` = d.`refund_id`
        WHERE d.`order_id` = NEW.`order_id` AND d.`kind` = 'CREDIT_NOTE' AND d.`id` <> '' AND NOT EXISTS (
          SELECT 1 FROM `documents` c WHERE c.`refund_id` = f.`id` AND c.`kind` = 'INVOICE' AND c.`id` <> '')
        ORDER BY d.`issued_at`, d.rowid) r) END))
      FROM `orders` o JOIN `sellers` s ON s.`calendar_id` = o.`calendar_id` LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
      WHERE o.`id` = NEW.`order_id`)
  WHERE `id` = NEW.`id`;
  UPDATE `document_series` SET `next` = `next` + 1 WHERE `calendar_id` = NEW.`calendar_id`
    AND `series` = (SELECT d.`series` FROM `documents` d WHERE d.`id` = NEW.`id`);
END;

--> statement-breakpoint
CREATE TRIGGER `documents_immutable` BEFORE UPDATE ON `documents` WHEN OLD.`number` IS NOT NULL AND (
  NEW.`buyer` IS NOT NULL OR NEW.`erased_at` IS NULL OR NEW.`erased_at` < OLD.`keep_until`
  OR NEW.`id` IS NOT OLD.`id`
  OR NEW.`calendar_id` IS NOT OLD.`calendar_id`
  OR NEW.`series` IS NOT OLD.`series`
  OR NEW.`number` IS NOT OLD.`number`
  OR NEW.`kind` IS NOT OLD.`kind`
  OR NEW.`order_id` IS NOT OLD.`order_id`
  OR NEW.`refund_id` IS NOT OLD.`refund_id`
  OR NEW.`precedes_id` IS NOT OLD.`precedes_id`
  OR NEW.`facts` IS NOT OLD.`facts`
  OR NEW.`sums_version` IS NOT OLD.`sums_version`
  OR NEW.`issued_at` IS NOT OLD.`issued_at`
  OR NEW.`keep_until` IS NOT OLD.`keep_until`) BEGIN
  SELECT RAISE(ABORT, 'documents are immutable');
END;

--> statement-breakpoint
CREATE TRIGGER `documents_not_replaced` BEFORE INSERT ON `documents` WHEN EXISTS (
  SELECT 1 FROM `documents` d WHERE d.`id` = NEW.`id`
    OR (d.`calendar_id` = NEW.`calendar_id` AND d.`series` = NEW.`series` AND d.`number` = NEW.`number`)) BEGIN
  SELECT RAISE(ABORT, 'documents are immutable');
END;

--> statement-breakpoint
CREATE TRIGGER `documents_not_deleted` BEFORE DELETE ON `documents` WHEN NOT EXISTS (
  SELECT 1 FROM `calendars` c WHERE c.`id` = OLD.`calendar_id` AND c.`erase_at` = 0) BEGIN
  SELECT RAISE(ABORT, 'documents are immutable');
END;

--> statement-breakpoint
CREATE TRIGGER `orders_invoiced` AFTER UPDATE OF `status` ON `orders`
WHEN NEW.`status` = 'PAID' AND OLD.`status` = 'PENDING' AND NEW.`total` > 0 BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), o.`calendar_id`, 'INVOICE', o.`id`, coalesce((SELECT i.`buyer` FROM `invoice_addresses` i WHERE i.`order_id` = o.`id`),
    json_object('name', trim(o.`buyer_first_name` || ' ' || o.`buyer_last_name`), 'email', o.`buyer_email`)), 1, NEW.`paid_at`
  FROM `orders` o JOIN `sellers` s ON s.`calendar_id` = o.`calendar_id` AND s.`mode` <> 'OFF'
  WHERE o.`id` = NEW.`id` AND o.`total` > 0 AND (EXISTS (SELECT 1 FROM `invoice_addresses` i WHERE i.`order_id` = o.`id`) OR (s.`mode` = 'ALWAYS' AND o.`total` <= s.`simplified_up_to`))
    AND NOT EXISTS (SELECT 1 FROM `documents` d WHERE d.`order_id` = o.`id`);
END;

--> statement-breakpoint
CREATE TRIGGER `invoice_addresses_in` AFTER INSERT ON `invoice_addresses` BEGIN
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
CREATE TRIGGER `invoice_addresses_first` AFTER INSERT ON `invoice_addresses` WHEN EXISTS (
  SELECT 1 FROM `documents` d WHERE d.`id` = (SELECT c.`id` FROM `documents` c WHERE c.`order_id` = NEW.`order_id` AND c.`kind` = 'INVOICE' AND c.`refund_id` IS NULL
      ORDER BY c.`issued_at` DESC, c.rowid DESC LIMIT 1) AND d.`buyer` <> NEW.`buyer`) BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'CREDIT_NOTE', d.`order_id`, d.`id`, d.`buyer`, 1, NEW.`updated_at` FROM `documents` d WHERE d.`id` = (SELECT c.`id` FROM `documents` c WHERE c.`order_id` = NEW.`order_id` AND c.`kind` = 'INVOICE' AND c.`refund_id` IS NULL
      ORDER BY c.`issued_at` DESC, c.rowid DESC LIMIT 1);
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'INVOICE', d.`order_id`, d.`id`, NEW.`buyer`, 1, NEW.`updated_at` FROM `documents` d
  WHERE d.`order_id` = NEW.`order_id` AND d.`kind` = 'CREDIT_NOTE' AND d.`refund_id` IS NULL ORDER BY d.`issued_at` DESC, d.rowid DESC LIMIT 1;
END;

--> statement-breakpoint
CREATE TRIGGER `invoice_addresses_over` AFTER UPDATE OF `buyer` ON `invoice_addresses` WHEN EXISTS (
  SELECT 1 FROM `documents` d WHERE d.`id` = (SELECT c.`id` FROM `documents` c WHERE c.`order_id` = NEW.`order_id` AND c.`kind` = 'INVOICE' AND c.`refund_id` IS NULL
      ORDER BY c.`issued_at` DESC, c.rowid DESC LIMIT 1) AND d.`buyer` <> NEW.`buyer`) BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'CREDIT_NOTE', d.`order_id`, d.`id`, d.`buyer`, 1, NEW.`updated_at` FROM `documents` d WHERE d.`id` = (SELECT c.`id` FROM `documents` c WHERE c.`order_id` = NEW.`order_id` AND c.`kind` = 'INVOICE' AND c.`refund_id` IS NULL
      ORDER BY c.`issued_at` DESC, c.rowid DESC LIMIT 1);
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'INVOICE', d.`order_id`, d.`id`, NEW.`buyer`, 1, NEW.`updated_at` FROM `documents` d
  WHERE d.`order_id` = NEW.`order_id` AND d.`kind` = 'CREDIT_NOTE' AND d.`refund_id` IS NULL ORDER BY d.`issued_at` DESC, d.rowid DESC LIMIT 1;
END;

--> statement-breakpoint
CREATE TRIGGER `refunds_credited_in` AFTER INSERT ON `refunds` WHEN NEW.`status` = 'SUCCEEDED' AND NEW.`payment` IS NULL BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `refund_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'CREDIT_NOTE', d.`order_id`, NEW.`id`, d.`id`, d.`buyer`, 1, coalesce(NEW.`completed_at`, NEW.`created_at`)
  FROM `documents` d WHERE d.`id` = (SELECT c.`id` FROM `documents` c WHERE c.`order_id` = NEW.`order_id` AND c.`kind` = 'INVOICE' AND c.`refund_id` IS NULL
      ORDER BY c.`issued_at` DESC, c.rowid DESC LIMIT 1) AND NOT EXISTS (SELECT 1 FROM `documents` c WHERE c.`refund_id` = NEW.`id`);
END;

--> statement-breakpoint
CREATE TRIGGER `refunds_credited_over` AFTER UPDATE OF `status` ON `refunds` WHEN NEW.`status` = 'SUCCEEDED' AND OLD.`status` <> 'SUCCEEDED' AND NEW.`payment` IS NULL BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `refund_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'CREDIT_NOTE', d.`order_id`, NEW.`id`, d.`id`, d.`buyer`, 1, coalesce(NEW.`completed_at`, NEW.`created_at`)
  FROM `documents` d WHERE d.`id` = (SELECT c.`id` FROM `documents` c WHERE c.`order_id` = NEW.`order_id` AND c.`kind` = 'INVOICE' AND c.`refund_id` IS NULL
      ORDER BY c.`issued_at` DESC, c.rowid DESC LIMIT 1) AND NOT EXISTS (SELECT 1 FROM `documents` c WHERE c.`refund_id` = NEW.`id`);
END;

--> statement-breakpoint
CREATE TRIGGER `refunds_uncredited` AFTER UPDATE OF `status` ON `refunds` WHEN OLD.`status` = 'SUCCEEDED' AND NEW.`status` <> 'SUCCEEDED' AND NEW.`payment` IS NULL BEGIN
  INSERT INTO `documents` (`id`, `calendar_id`, `kind`, `order_id`, `refund_id`, `precedes_id`, `buyer`, `sums_version`, `issued_at`)
  SELECT 'doc_' || lower(hex(randomblob(16))), d.`calendar_id`, 'INVOICE', d.`order_id`, NEW.`id`, (SELECT c.`id` FROM `documents` c WHERE c.`refund_id` = NEW.`id` AND c.`kind` = 'CREDIT_NOTE'), d.`buyer`, 1, coalesce(NEW.`completed_at`, NEW.`created_at`)
  FROM `documents` d WHERE d.`id` = (SELECT c.`id` FROM `documents` c WHERE c.`order_id` = NEW.`order_id` AND c.`kind` = 'INVOICE' AND c.`refund_id` IS NULL
      ORDER BY c.`issued_at` DESC, c.rowid DESC LIMIT 1) AND EXISTS (SELECT 1 FROM `documents` c WHERE c.`refund_id` = NEW.`id` AND c.`kind` = 'CREDIT_NOTE');
END;

--> statement-breakpoint
CREATE TRIGGER `orders_posted` AFTER UPDATE OF `status` ON `orders`
WHEN NEW.`total` > 0 AND (NEW.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')) <> (OLD.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')) BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NULL, t.`account_id`, 'CHARGE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN o.`total` ELSE 0 END - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`order_id` = o.`id` AND p.`refund_id` IS NULL), o.`currency`, json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0)),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN NULL ELSE '[]' END), 'after', json(CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN '[]' END)), NEW.`updated_at`
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`id` AND CASE WHEN o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') THEN o.`total` ELSE 0 END <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`order_id` = o.`id` AND p.`refund_id` IS NULL);
END;

--> statement-breakpoint
CREATE TRIGGER `refunds_posted_in` AFTER INSERT ON `refunds` WHEN NEW.`status` = 'SUCCEEDED' BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NEW.`id`, t.`account_id`, 'REFUND', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`), o.`currency`, CASE WHEN NEW.`payment` IS NULL THEN json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0)),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(CASE WHEN NEW.`status` = 'SUCCEEDED' THEN (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> NEW.`id` AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f) ELSE (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND (`id` = NEW.`id` OR `status` = 'SUCCEEDED') ORDER BY `created_at`, `id`) f) END), 'after', json((SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> '' AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f))) END, coalesce(NEW.`completed_at`, NEW.`created_at`)
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`order_id` AND CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`);
END;

--> statement-breakpoint
CREATE TRIGGER `refunds_posted_over` AFTER UPDATE OF `status` ON `refunds` WHEN (NEW.`status` = 'SUCCEEDED') <> (OLD.`status` = 'SUCCEEDED') BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NEW.`id`, t.`account_id`, 'REFUND', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`), o.`currency`, CASE WHEN NEW.`payment` IS NULL THEN json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0)),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(CASE WHEN NEW.`status` = 'SUCCEEDED' THEN (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> NEW.`id` AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f) ELSE (SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND (`id` = NEW.`id` OR `status` = 'SUCCEEDED') ORDER BY `created_at`, `id`) f) END), 'after', json((SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` WHERE `order_id` = o.`id` AND `payment` IS NULL AND `id` <> '' AND `status` = 'SUCCEEDED' ORDER BY `created_at`, `id`) f))) END, coalesce(NEW.`completed_at`, NEW.`created_at`)
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`order_id` AND CASE WHEN NEW.`status` = 'SUCCEEDED' THEN -NEW.`amount` ELSE 0 END <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'REFUND' AND p.`refund_id` = NEW.`id`);
END;

--> statement-breakpoint
-- The second payment of an order that was already paid.
CREATE TRIGGER `refunds_posted_twice` AFTER INSERT ON `refunds` WHEN NEW.`payment` IS NOT NULL BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NEW.`id`, t.`account_id`, 'CHARGE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), NEW.`amount`, o.`currency`, NULL, NEW.`created_at`
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`order_id` AND (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'CHARGE' AND p.`refund_id` = NEW.`id`) = 0;
END;

--> statement-breakpoint
CREATE TRIGGER `order_terms_posted` AFTER UPDATE OF `disputed` ON `order_terms` WHEN NEW.`disputed` <> OLD.`disputed` BEGIN
  INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NULL, t.`account_id`, 'DISPUTE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), -NEW.`disputed` - (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'DISPUTE' AND p.`order_id` = NEW.`order_id`), o.`currency`, NULL, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`id` = NEW.`order_id` AND -NEW.`disputed` <> (SELECT coalesce(sum(p.`amount`), 0) FROM `postings` p WHERE p.`type` = 'DISPUTE' AND p.`order_id` = NEW.`order_id`);
END;

--> statement-breakpoint
CREATE TRIGGER `postings_immutable` BEFORE UPDATE ON `postings` BEGIN
  SELECT RAISE(ABORT, 'postings are immutable');
END;

--> statement-breakpoint
CREATE TRIGGER `postings_not_replaced` BEFORE INSERT ON `postings` WHEN EXISTS (SELECT 1 FROM `postings` p WHERE p.`id` = NEW.`id`) BEGIN
  SELECT RAISE(ABORT, 'postings are immutable');
END;

--> statement-breakpoint
CREATE TRIGGER `postings_not_deleted` BEFORE DELETE ON `postings` WHEN NOT EXISTS (
  SELECT 1 FROM `calendars` c WHERE c.`id` = OLD.`calendar_id` AND c.`erase_at` = 0) BEGIN
  SELECT RAISE(ABORT, 'postings are immutable');
END;

--> statement-breakpoint
-- Orders and refunds from before this table.
INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, NULL, t.`account_id`, 'CHARGE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), o.`total`, o.`currency`, json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0)),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json(NULL), 'after', json('[]')), coalesce(o.`paid_at`, o.`updated_at`)
  FROM `orders` o LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE o.`total` > 0 AND o.`status` IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED');

--> statement-breakpoint
INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, r.`id`, t.`account_id`, 'REFUND', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), -r.`amount`, o.`currency`, CASE WHEN r.`payment` IS NULL THEN json_object(
      'order', json_object('guestId', o.`guest_id`, 'ticketId', o.`ticket_id`, 'ticketName', o.`ticket_name`, 'price', o.`subtotal`,
        'discount', o.`discount`, 'fee', coalesce(t.`fee`, 0)),
      'seats', (SELECT json_group_array(json_object('guestId', x.`guest_id`, 'ticketId', x.`ticket_id`, 'ticketName', x.`ticket_name`,
        'price', x.`price`, 'discount', x.`discount`)) FROM (SELECT * FROM `order_seats` WHERE `order_id` = o.`id` ORDER BY `position`) x),
      'addons', (SELECT json_group_array(json_object('addonId', a.`addon_id`, 'name', a.`name`, 'per', a.`per`, 'guestId', a.`guest_id`,
        'quantity', a.`quantity`, 'price', a.`price`)) FROM (SELECT * FROM `order_addons` WHERE `order_id` = o.`id` ORDER BY rowid) a),
      'rates', json(coalesce(t.`tax_rates`, '{}')),
      'before', json((SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` e WHERE e.`order_id` = o.`id` AND e.`payment` IS NULL AND e.`status` = 'SUCCEEDED'
          AND (e.`created_at`, e.`id`) < (r.`created_at`, r.`id`) ORDER BY e.`created_at`, e.`id`) f)), 'after', json((SELECT json_group_array(json_object('id', f.`id`, 'amount', f.`amount`, 'guestIds', json(f.`guest_ids`))) FROM (
        SELECT * FROM `refunds` e WHERE e.`order_id` = o.`id` AND e.`payment` IS NULL AND e.`status` = 'SUCCEEDED'
          AND (e.`created_at`, e.`id`) <= (r.`created_at`, r.`id`) ORDER BY e.`created_at`, e.`id`) f))) END, coalesce(r.`completed_at`, r.`created_at`)
  FROM `refunds` r JOIN `orders` o ON o.`id` = r.`order_id` LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE r.`status` = 'SUCCEEDED';

--> statement-breakpoint
INSERT INTO `postings` (`id`, `calendar_id`, `event_id`, `order_id`, `order_number`, `refund_id`, `account_id`, `type`, `method`, `amount`, `currency`, `facts`, `at`)
  SELECT 'pst_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`id`, o.`number`, r.`id`, t.`account_id`, 'CHARGE', coalesce(t.`method`, CASE o.`provider` WHEN 'STRIPE' THEN 'ONLINE' ELSE 'HAND' END), r.`amount`, o.`currency`, NULL, r.`created_at`
  FROM `refunds` r JOIN `orders` o ON o.`id` = r.`order_id` LEFT JOIN `order_terms` t ON t.`order_id` = o.`id`
  WHERE r.`payment` IS NOT NULL;
