INSERT INTO `event_counts` (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`, `events`)
SELECT `calendar_id`, `edge`, `shift`, `at` >> `shift`, `status`, `visibility`, count(*) FROM (
  SELECT `calendar_id`, 'start' AS `edge`, `start_at` AS `at`, `status`, `visibility` FROM `events`
  UNION ALL SELECT `calendar_id`, 'end', `end_at`, `status`, `visibility` FROM `events`
), (SELECT 34 AS `shift` UNION ALL SELECT 27 UNION ALL SELECT 20)
GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
CREATE TRIGGER `events_in_time` AFTER INSERT ON `events` BEGIN
  INSERT INTO `event_counts` (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`, `events`)
  SELECT NEW.`calendar_id`, e.`column1`, e.`column2`, e.`column3`, NEW.`status`, NEW.`visibility`, 1 FROM (VALUES
    ('start', 34, NEW.`start_at` >> 34),
    ('start', 27, NEW.`start_at` >> 27),
    ('start', 20, NEW.`start_at` >> 20),
    ('end', 34, NEW.`end_at` >> 34),
    ('end', 27, NEW.`end_at` >> 27),
    ('end', 20, NEW.`end_at` >> 20)) AS e WHERE true
  ON CONFLICT (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`)
  DO UPDATE SET `events` = `events` + excluded.`events`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_moved_in_time` AFTER UPDATE OF `start_at`, `end_at`, `status`, `visibility` ON `events`
WHEN OLD.`start_at` <> NEW.`start_at` OR OLD.`end_at` <> NEW.`end_at`
  OR OLD.`status` <> NEW.`status` OR OLD.`visibility` <> NEW.`visibility`
BEGIN
  INSERT INTO `event_counts` (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`, `events`)
  SELECT OLD.`calendar_id`, e.`column1`, e.`column2`, e.`column3`, OLD.`status`, OLD.`visibility`, -1 FROM (VALUES
    ('start', 34, OLD.`start_at` >> 34),
    ('start', 27, OLD.`start_at` >> 27),
    ('start', 20, OLD.`start_at` >> 20),
    ('end', 34, OLD.`end_at` >> 34),
    ('end', 27, OLD.`end_at` >> 27),
    ('end', 20, OLD.`end_at` >> 20)) AS e WHERE true
  ON CONFLICT (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`)
  DO UPDATE SET `events` = `events` + excluded.`events`;
  INSERT INTO `event_counts` (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`, `events`)
  SELECT NEW.`calendar_id`, e.`column1`, e.`column2`, e.`column3`, NEW.`status`, NEW.`visibility`, 1 FROM (VALUES
    ('start', 34, NEW.`start_at` >> 34),
    ('start', 27, NEW.`start_at` >> 27),
    ('start', 20, NEW.`start_at` >> 20),
    ('end', 34, NEW.`end_at` >> 34),
    ('end', 27, NEW.`end_at` >> 27),
    ('end', 20, NEW.`end_at` >> 20)) AS e WHERE true
  ON CONFLICT (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`)
  DO UPDATE SET `events` = `events` + excluded.`events`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_out_of_time` AFTER DELETE ON `events` BEGIN
  INSERT INTO `event_counts` (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`, `events`)
  SELECT OLD.`calendar_id`, e.`column1`, e.`column2`, e.`column3`, OLD.`status`, OLD.`visibility`, -1 FROM (VALUES
    ('start', 34, OLD.`start_at` >> 34),
    ('start', 27, OLD.`start_at` >> 27),
    ('start', 20, OLD.`start_at` >> 20),
    ('end', 34, OLD.`end_at` >> 34),
    ('end', 27, OLD.`end_at` >> 27),
    ('end', 20, OLD.`end_at` >> 20)) AS e WHERE true
  ON CONFLICT (`calendar_id`, `edge`, `shift`, `stretch`, `status`, `visibility`)
  DO UPDATE SET `events` = `events` + excluded.`events`;
END;
