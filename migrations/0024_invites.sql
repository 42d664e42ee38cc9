CREATE TABLE `invites` (
	`guest_id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`since_sequence` integer DEFAULT 0 NOT NULL,
	`answer` text,
	`answer_sequence` integer,
	`answer_stamped_at` integer,
	`answered_at` integer,
	`answer_move_id` text,
	`left_by` text,
	FOREIGN KEY (`guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invites_answer" CHECK("invites"."answer" in ('ACCEPTED', 'TENTATIVE', 'DECLINED'))
);
--> statement-breakpoint
CREATE TABLE `reply_counts` (
	`day` text NOT NULL,
	`outcome` text NOT NULL,
	`replies` integer NOT NULL,
	PRIMARY KEY(`day`, `outcome`)
);
--> statement-breakpoint
CREATE TRIGGER `invites_over` AFTER UPDATE OF `status` ON `guests`
WHEN (NEW.status IN ('INVITED', 'CONFIRMED', 'CHECKED_IN')) <> (OLD.status IN ('INVITED', 'CONFIRMED', 'CHECKED_IN'))
BEGIN
  INSERT INTO invites (guest_id, calendar_id, version, since_sequence)
  SELECT NEW.id, NEW.calendar_id, 1, 1 + e.sequence FROM events e WHERE e.id = NEW.event_id
  ON CONFLICT (guest_id) DO UPDATE SET version = invites.version + 1, since_sequence = invites.version + excluded.since_sequence;
END;
