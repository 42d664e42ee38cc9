CREATE TABLE `member_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`link_version` integer DEFAULT 0 NOT NULL,
	`move_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`claimed_by` text,
	`claimed_name` text,
	`claimed_email` text,
	`claimed_at` integer,
	`accepted_at` integer,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_invitations_role" CHECK("member_invitations"."role" in ('STAFF', 'MANAGER', 'OWNER'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_invitations_open` ON `member_invitations` (`calendar_id`,`email`) WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX `member_invitations_age` ON `member_invitations` (`created_at`);--> statement-breakpoint
ALTER TABLE `members` ADD `name` text;--> statement-breakpoint
ALTER TABLE `members` ADD `email` text;