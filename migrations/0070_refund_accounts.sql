CREATE TABLE `refund_accounts` (
	`order_id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`iban` text NOT NULL,
	`given_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
