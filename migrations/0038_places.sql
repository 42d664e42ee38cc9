CREATE INDEX `events_open_places` ON `events` (`calendar_id`,`end_at`) WHERE visibility = 'PUBLIC' and status in ('PUBLISHED', 'CANCELLED');
