DROP INDEX `guests_event_ticket`;--> statement-breakpoint
CREATE INDEX `guests_ticket` ON `guests` (`ticket_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `member_invitations_move` ON `member_invitations` (`move_id`);--> statement-breakpoint
CREATE INDEX `coupon_redemptions_order` ON `coupon_redemptions` (`order_id`);--> statement-breakpoint
CREATE INDEX `recoveries_due` ON `recoveries` (`next_turn_at`) WHERE status in ('RUNNING');