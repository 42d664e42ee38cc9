CREATE TABLE `account_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`verified_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_addresses_account` ON `account_addresses` (`account_id`,`verified_at`);--> statement-breakpoint
CREATE TABLE `authorization_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`challenge` text NOT NULL,
	`nonce` text,
	`authenticated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sign_in_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authorization_codes_session` ON `authorization_codes` (`session_id`);--> statement-breakpoint
CREATE INDEX `authorization_codes_age` ON `authorization_codes` (`created_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`public_key` text NOT NULL,
	`algorithm` integer NOT NULL,
	`counter` integer NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_account` ON `passkeys` (`account_id`);--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`authenticated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sign_in_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE INDEX `refresh_tokens_age` ON `refresh_tokens` (`created_at`);--> statement-breakpoint
CREATE TABLE `setup_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `setup_links_age` ON `setup_links` (`created_at`);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`browser_hash` text NOT NULL,
	`account_id` text,
	`tries_left` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_browser` ON `sign_in_codes` (`browser_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_account` ON `sign_in_codes` (`account_id`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_age` ON `sign_in_codes` (`created_at`);--> statement-breakpoint
CREATE TABLE `sign_in_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`caller_hash` text NOT NULL,
	`notified_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_requests_address` ON `sign_in_requests` (`address_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_requests_caller` ON `sign_in_requests` (`caller_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_requests_age` ON `sign_in_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `sign_in_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`authenticated_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_sessions_secret_hash_unique` ON `sign_in_sessions` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `sign_in_sessions_account` ON `sign_in_sessions` (`account_id`);--> statement-breakpoint
CREATE INDEX `sign_in_sessions_ended` ON `sign_in_sessions` (`ends_at`);--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_key_cipher` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `used_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_challenges_age` ON `used_challenges` (`created_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `name` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `is_operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `last_used_at` integer;--> statement-breakpoint
CREATE INDEX `accounts_unused` ON `accounts` (`last_used_at`) WHERE last_used_at is not null;