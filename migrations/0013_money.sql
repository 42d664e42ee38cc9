ALTER TABLE `tickets` ADD `is_price_doubted` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `tickets` SET `is_price_doubted` = 1, `is_paused` = 1
WHERE `price` > 0 AND `is_paused` = 0 AND `currency` IN ('AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP',
  'MGA', 'MMK', 'PKR', 'SLL', 'SOS', 'SYP', 'UYW', 'YER');
