CREATE TABLE `finished_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text,
	`kind` text NOT NULL,
	`source` text,
	`counts` text,
	`row_count` integer,
	`digest` text NOT NULL,
	`is_verified` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "finished_jobs_kind" CHECK("finished_jobs"."kind" in ('IMPORT', 'ARCHIVE', 'RESTORE'))
);
--> statement-breakpoint
CREATE INDEX `finished_jobs_calendar` ON `finished_jobs` (`calendar_id`);--> statement-breakpoint
ALTER TABLE `import_sources` ADD `product` text;
--> statement-breakpoint
CREATE TRIGGER `changes_finished_jobs_in` AFTER INSERT ON `finished_jobs` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'job', NEW.id,
    NEW.event_id, 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_finished_jobs_over` AFTER UPDATE OF event_id, kind, source, counts, row_count, digest, is_verified, created_at ON `finished_jobs`
WHEN NEW.event_id IS NOT OLD.event_id OR NEW.kind IS NOT OLD.kind OR NEW.source IS NOT OLD.source OR NEW.counts IS NOT OLD.counts OR NEW.row_count IS NOT OLD.row_count OR NEW.digest IS NOT OLD.digest OR NEW.is_verified IS NOT OLD.is_verified OR NEW.created_at IS NOT OLD.created_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'job', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.event_id IS NOT OLD.event_id, 'eventId,', '')
      || iif(NEW.kind IS NOT OLD.kind, 'kind,', '')
      || iif(NEW.source IS NOT OLD.source, 'source,', '')
      || iif(NEW.counts IS NOT OLD.counts, 'counts,', '')
      || iif(NEW.row_count IS NOT OLD.row_count, 'rowCount,', '')
      || iif(NEW.digest IS NOT OLD.digest, 'digest,', '')
      || iif(NEW.is_verified IS NOT OLD.is_verified, 'isVerified,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
CREATE TRIGGER `changes_finished_jobs_out` AFTER DELETE ON `finished_jobs` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'job', OLD.id,
    OLD.event_id, 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;
