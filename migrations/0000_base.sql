CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`scopes` text NOT NULL,
	`mode` text NOT NULL,
	`is_active` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "api_keys_mode" CHECK("api_keys"."mode" in ('live', 'test'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_calendar` ON `api_keys` (`calendar_id`);--> statement-breakpoint
CREATE TABLE `calendars` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`avatar_url` text,
	`cover_url` text,
	`timezone` text NOT NULL,
	`website` text,
	`visibility` text NOT NULL,
	`plan` text NOT NULL,
	`feed_token_hash` text,
	`event_count` integer DEFAULT 0 NOT NULL,
	`longest_event_ms` integer DEFAULT 0 NOT NULL,
	`content_changed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "calendars_visibility" CHECK("calendars"."visibility" in ('PUBLIC', 'PRIVATE')),
	CONSTRAINT "calendars_plan" CHECK("calendars"."plan" in ('FREE', 'PLUS', 'PRO', 'ENTERPRISE'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_slug_unique` ON `calendars` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_feed_token_hash_unique` ON `calendars` (`feed_token_hash`);--> statement-breakpoint
CREATE TABLE `members` (
	`calendar_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`calendar_id`, `user_id`),
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "members_role" CHECK("members"."role" in ('STAFF', 'MANAGER', 'OWNER'))
);
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`);--> statement-breakpoint
CREATE TABLE `taken_slugs` (
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`owner_id` text NOT NULL,
	PRIMARY KEY(`kind`, `slug`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`cover_url` text,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`timezone` text NOT NULL,
	`all_day` integer NOT NULL,
	`start_date` text,
	`end_date` text,
	`status` text NOT NULL,
	`visibility` text NOT NULL,
	`location_type` text NOT NULL,
	`location` text,
	`location_visibility` text NOT NULL,
	`meeting_url` text,
	`capacity` integer,
	`requires_approval` integer NOT NULL,
	`waitlist_enabled` integer NOT NULL,
	`registration_opens_at` integer,
	`registration_closes_at` integer,
	`check_in_opens_at` integer,
	`check_in_closes_at` integer,
	`registration_questions` text NOT NULL,
	`tags` text NOT NULL,
	`reminder_minutes` text NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`cancelled_at` integer,
	`cancellation_reason` text,
	`published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "events_status" CHECK("events"."status" in ('DRAFT', 'PUBLISHED', 'CANCELLED', 'ARCHIVED')),
	CONSTRAINT "events_visibility" CHECK("events"."visibility" in ('PUBLIC', 'UNLISTED', 'PRIVATE')),
	CONSTRAINT "events_location_type" CHECK("events"."location_type" in ('IN_PERSON', 'ONLINE', 'HYBRID')),
	CONSTRAINT "events_location_visibility" CHECK("events"."location_visibility" in ('PUBLIC', 'GUESTS_ONLY'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug_unique` ON `events` (`slug`);--> statement-breakpoint
CREATE INDEX `events_calendar_start` ON `events` (`calendar_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_calendar_end` ON `events` (`calendar_id`,`end_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_calendar_updated` ON `events` (`calendar_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`type` text NOT NULL,
	`price` integer NOT NULL,
	`currency` text,
	`capacity` integer,
	`sales_start_at` integer,
	`sales_end_at` integer,
	`requires_approval` integer NOT NULL,
	`is_hidden` integer NOT NULL,
	`is_paused` integer NOT NULL,
	`sort_order` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tickets_type" CHECK("tickets"."type" in ('FREE', 'PAID'))
);
--> statement-breakpoint
CREATE INDEX `tickets_event` ON `tickets` (`event_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `guest_counts` (
	`event_id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`status` text NOT NULL,
	`guests` integer NOT NULL,
	`seats` integer NOT NULL,
	PRIMARY KEY(`event_id`, `ticket_id`, `status`)
);
--> statement-breakpoint
CREATE TABLE `guests` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`ticket_id` text,
	`order_id` text,
	`user_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`status` text NOT NULL,
	`source` text NOT NULL,
	`qr_code` text NOT NULL,
	`answers` text NOT NULL,
	`waitlist_seq` integer,
	`move_id` text NOT NULL,
	`holds_seat` integer GENERATED ALWAYS AS ((status in ('CONFIRMED', 'CHECKED_IN') or (status = 'PENDING' and order_id is not null))) VIRTUAL,
	`approved_at` integer,
	`cancelled_at` integer,
	`checked_in_at` integer,
	`erased_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "guests_status" CHECK("guests"."status" in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'CHECKED_IN', 'TRANSFERRED')),
	CONSTRAINT "guests_source" CHECK("guests"."source" in ('API', 'PUBLIC', 'INVITE', 'DASHBOARD', 'TRANSFER'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guests_qr_code_unique` ON `guests` (`qr_code`);--> statement-breakpoint
CREATE UNIQUE INDEX `guests_live_email` ON `guests` (`event_id`,`email`) WHERE status in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN');--> statement-breakpoint
CREATE INDEX `guests_event` ON `guests` (`event_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `guests_event_status` ON `guests` (`event_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `guests_event_ticket` ON `guests` (`event_id`,`ticket_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `guests_event_email` ON `guests` (`event_id`,`email`);--> statement-breakpoint
CREATE INDEX `guests_event_updated` ON `guests` (`event_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `guests_waitlist` ON `guests` (`event_id`,`waitlist_seq`) WHERE status = 'WAITLISTED';--> statement-breakpoint
CREATE INDEX `guests_move` ON `guests` (`move_id`);--> statement-breakpoint
CREATE TABLE `idempotency_claims` (
	`id` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`holder` text NOT NULL,
	`claimed_until` integer NOT NULL,
	`effect_id` text,
	`status` integer,
	`answer_cipher` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_claims_age` ON `idempotency_claims` (`created_at`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text,
	`guest_id` text,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`data` text NOT NULL,
	`cause` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	`next_attempt_at` integer,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	CONSTRAINT "mails_status" CHECK("mails"."status" in ('pending', 'retrying', 'sent', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_cause_unique` ON `mails` (`cause`);--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`next_attempt_at`) WHERE status in ('pending', 'retrying');--> statement-breakpoint
CREATE INDEX `mails_guest` ON `mails` (`guest_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `coupon_redemptions` (
	`coupon_id` text NOT NULL,
	`order_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`coupon_id`, `order_id`),
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text,
	`ticket_ids` text NOT NULL,
	`code` text NOT NULL,
	`code_folded` text NOT NULL,
	`discount_type` text NOT NULL,
	`percent_off` integer,
	`amount_off` integer,
	`currency` text,
	`max_redemptions` integer,
	`redeemed_count` integer DEFAULT 0 NOT NULL,
	`valid_from` integer,
	`valid_until` integer,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "coupons_discount_type" CHECK("coupons"."discount_type" in ('PERCENT', 'AMOUNT'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code` ON `coupons` (`calendar_id`,`code_folded`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`ticket_name` text NOT NULL,
	`status` text NOT NULL,
	`buyer_first_name` text NOT NULL,
	`buyer_last_name` text NOT NULL,
	`buyer_email` text NOT NULL,
	`currency` text,
	`subtotal` integer NOT NULL,
	`discount` integer NOT NULL,
	`total` integer NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`coupon_id` text,
	`coupon_code` text,
	`provider` text NOT NULL,
	`payment_reference` text,
	`payment_url` text,
	`expires_at` integer,
	`paid_at` integer,
	`cancelled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "orders_status" CHECK("orders"."status" in ('PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'PARTIALLY_REFUNDED', 'REFUNDED')),
	CONSTRAINT "orders_provider" CHECK("orders"."provider" in ('FREE', 'OFFLINE', 'STRIPE'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number_unique` ON `orders` (`number`);--> statement-breakpoint
CREATE INDEX `orders_event` ON `orders` (`event_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_event_updated` ON `orders` (`event_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `orders_guest` ON `orders` (`guest_id`);--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (`status`,`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_reference` ON `orders` (`provider`,`payment_reference`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text,
	`status` text NOT NULL,
	`reference` text,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "refunds_status" CHECK("refunds"."status" in ('PENDING', 'SUCCEEDED', 'FAILED'))
);
--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`event_type` text NOT NULL,
	`data` text NOT NULL,
	`body` text,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`response_code` integer,
	`next_attempt_at` integer,
	`lease_until` integer,
	`retried_at` integer,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	CONSTRAINT "deliveries_status" CHECK("deliveries"."status" in ('pending', 'retrying', 'succeeded', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `deliveries_calendar` ON `deliveries` (`calendar_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_attempt_at`) WHERE status in ('pending', 'retrying');--> statement-breakpoint
CREATE INDEX `deliveries_age` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`response_code` integer,
	`duration_ms` integer NOT NULL,
	`error` text,
	`response_body` text,
	PRIMARY KEY(`delivery_id`, `number`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text,
	`form` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`is_active` integer NOT NULL,
	`disabled_reason` text,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`secret_cipher` text NOT NULL,
	`previous_secret_cipher` text,
	`previous_secret_until` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhooks_form" CHECK("webhooks"."form" in ('current', 'target'))
);
--> statement-breakpoint
CREATE INDEX `webhooks_calendar` ON `webhooks` (`calendar_id`,`event_id`);