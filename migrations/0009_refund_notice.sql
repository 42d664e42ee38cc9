ALTER TABLE `refunds` ADD `notify_buyer` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_pending` ON `refunds` (`created_at`) WHERE status = 'PENDING';