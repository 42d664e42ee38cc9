CREATE TABLE `bank_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`holder` text NOT NULL,
	`iban` text NOT NULL,
	`bic` text,
	`currency` text NOT NULL,
	`tolerance` integer DEFAULT 0 NOT NULL,
	`bank_closes_hours` integer DEFAULT 168 NOT NULL,
	`bank_days` integer DEFAULT 10 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bank_accounts_calendar` ON `bank_accounts` (`calendar_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `bank_accounts_active` ON `bank_accounts` (`calendar_id`,`currency`) WHERE is_active = 1;--> statement-breakpoint
ALTER TABLE `order_terms` ADD `bank` text;
--> statement-breakpoint
DROP TRIGGER `order_terms_opened`;
--> statement-breakpoint
-- An order that is paid by bank transfer keeps a copy of the account. An order without a deadline is paid by hand.
CREATE TRIGGER `order_terms_opened` AFTER INSERT ON `orders` WHEN NEW.`total` > 0 BEGIN
  INSERT INTO `order_terms` (`order_id`, `account_id`, `method`, `payment_state`, `bank`)
  SELECT NEW.`id`, iif(NEW.`provider` = 'STRIPE', (SELECT a.`id` FROM `payment_accounts` a
      WHERE a.`calendar_id` = NEW.`calendar_id` AND a.`is_default` = 1), null),
    CASE WHEN NEW.`provider` = 'STRIPE' THEN 'ONLINE' WHEN p.`bank` IS NULL THEN 'HAND' ELSE 'BANK' END, 'OPEN', p.`bank`
  FROM (SELECT iif(NEW.`provider` = 'OFFLINE' AND NEW.`expires_at` IS NOT NULL,
    (SELECT json_object('holder', b.`holder`, 'iban', b.`iban`, 'bic', b.`bic`) FROM `bank_accounts` b
      JOIN `events` e ON e.`id` = NEW.`event_id`
      WHERE b.`calendar_id` = NEW.`calendar_id` AND b.`currency` = NEW.`currency` AND b.`is_active` = 1
        AND e.`start_at` - b.`bank_closes_hours` * 3600000 > NEW.`created_at`), null) AS `bank`) p;
END;
