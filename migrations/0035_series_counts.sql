CREATE TABLE `series_counts` (
	`series_id` text NOT NULL,
	`edge` text NOT NULL,
	`stretch` integer NOT NULL,
	`status` text NOT NULL,
	`visibility` text NOT NULL,
	`dates` integer NOT NULL,
	PRIMARY KEY(`series_id`, `edge`, `stretch`, `status`, `visibility`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `events_apart_order` ON `events` (`calendar_id`,`start_at`,`id`,`end_at`,`status`,`visibility`) WHERE series_id is null;
--> statement-breakpoint
INSERT INTO `series_counts` (`series_id`, `edge`, `stretch`, `status`, `visibility`, `dates`)
SELECT `series_id`, `edge`, `at` >> 33, `status`, `visibility`, count(*) FROM (
  SELECT `series_id`, 'start' AS `edge`, `start_at` AS `at`, `status`, `visibility` FROM `events` WHERE `series_id` IS NOT NULL
  UNION ALL SELECT `series_id`, 'end', `end_at`, `status`, `visibility` FROM `events` WHERE `series_id` IS NOT NULL
) GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
CREATE TRIGGER `series_dates_in` AFTER INSERT ON `events` WHEN NEW.`series_id` IS NOT NULL BEGIN
  INSERT INTO `series_counts` (`series_id`, `edge`, `stretch`, `status`, `visibility`, `dates`)
  SELECT NEW.`series_id`, e.`edge`, e.`at` >> 33, NEW.`status`, NEW.`visibility`, 1 FROM (
    SELECT 'start' AS `edge`, NEW.`start_at` AS `at` UNION ALL SELECT 'end', NEW.`end_at`) AS e WHERE NEW.`series_id` IS NOT NULL
  ON CONFLICT (`series_id`, `edge`, `stretch`, `status`, `visibility`) DO UPDATE SET `dates` = `dates` + excluded.`dates`;
END;
--> statement-breakpoint
CREATE TRIGGER `series_dates_moved` AFTER UPDATE OF `series_id`, `start_at`, `end_at`, `status`, `visibility` ON `events`
WHEN (OLD.`series_id` IS NOT NULL OR NEW.`series_id` IS NOT NULL) AND (OLD.`series_id` IS NOT NEW.`series_id`
  OR OLD.`start_at` <> NEW.`start_at` OR OLD.`end_at` <> NEW.`end_at`
  OR OLD.`status` <> NEW.`status` OR OLD.`visibility` <> NEW.`visibility`)
BEGIN
  INSERT INTO `series_counts` (`series_id`, `edge`, `stretch`, `status`, `visibility`, `dates`)
  SELECT OLD.`series_id`, e.`edge`, e.`at` >> 33, OLD.`status`, OLD.`visibility`, -1 FROM (
    SELECT 'start' AS `edge`, OLD.`start_at` AS `at` UNION ALL SELECT 'end', OLD.`end_at`) AS e WHERE OLD.`series_id` IS NOT NULL
  ON CONFLICT (`series_id`, `edge`, `stretch`, `status`, `visibility`) DO UPDATE SET `dates` = `dates` + excluded.`dates`;
  INSERT INTO `series_counts` (`series_id`, `edge`, `stretch`, `status`, `visibility`, `dates`)
  SELECT NEW.`series_id`, e.`edge`, e.`at` >> 33, NEW.`status`, NEW.`visibility`, 1 FROM (
    SELECT 'start' AS `edge`, NEW.`start_at` AS `at` UNION ALL SELECT 'end', NEW.`end_at`) AS e WHERE NEW.`series_id` IS NOT NULL
  ON CONFLICT (`series_id`, `edge`, `stretch`, `status`, `visibility`) DO UPDATE SET `dates` = `dates` + excluded.`dates`;
END;
--> statement-breakpoint
CREATE TRIGGER `series_dates_out` AFTER DELETE ON `events` WHEN OLD.`series_id` IS NOT NULL BEGIN
  INSERT INTO `series_counts` (`series_id`, `edge`, `stretch`, `status`, `visibility`, `dates`)
  SELECT OLD.`series_id`, e.`edge`, e.`at` >> 33, OLD.`status`, OLD.`visibility`, -1 FROM (
    SELECT 'start' AS `edge`, OLD.`start_at` AS `at` UNION ALL SELECT 'end', OLD.`end_at`) AS e WHERE OLD.`series_id` IS NOT NULL
  ON CONFLICT (`series_id`, `edge`, `stretch`, `status`, `visibility`) DO UPDATE SET `dates` = `dates` + excluded.`dates`;
END;
--> statement-breakpoint
CREATE TRIGGER `series_counts_out` AFTER DELETE ON `series` BEGIN
  DELETE FROM `series_counts` WHERE `series_id` = OLD.`id`;
END;
