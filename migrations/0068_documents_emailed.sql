CREATE TRIGGER `changes_documents_in` AFTER INSERT ON `documents`
WHEN NEW.number IS NOT NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'document', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_documents_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_documents_over` AFTER UPDATE OF kind, order_id, refund_id, buyer, issued_at, keep_until, number, precedes_id, number ON `documents`
WHEN (OLD.number IS NOT NULL OR NEW.number IS NOT NULL) AND (NEW.kind IS NOT OLD.kind OR NEW.order_id IS NOT OLD.order_id OR NEW.refund_id IS NOT OLD.refund_id OR NEW.buyer IS NOT OLD.buyer OR NEW.issued_at IS NOT OLD.issued_at OR NEW.keep_until IS NOT OLD.keep_until OR NEW.number IS NOT OLD.number OR NEW.precedes_id IS NOT OLD.precedes_id OR NEW.number IS NOT OLD.number) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'document', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), iif(NEW.number IS NOT NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.number IS NOT NULL AND NEW.number IS NOT NULL THEN iif(NEW.kind IS NOT OLD.kind, 'kind,', '')
      || iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.refund_id IS NOT OLD.refund_id, 'refundId,', '')
      || iif(NEW.buyer IS NOT OLD.buyer, 'buyer,', '')
      || iif(NEW.issued_at IS NOT OLD.issued_at, 'issuedAt,', '')
      || iif(NEW.keep_until IS NOT OLD.keep_until, 'keepUntil,', '')
      || iif(NEW.number IS NOT OLD.number, 'number,', '')
      || iif(NEW.precedes_id IS NOT OLD.precedes_id, 'precedes,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'document.issued', json_object('documentId', NEW.id, 'number', NEW.series || '-' || printf('%05d', NEW.number), 'kind', NEW.kind,
      'orderId', NEW.order_id, 'refundId', NEW.refund_id, 'eventId', e.id, 'issuedAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.issued_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.issued_at % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id)
  WHERE (OLD.number IS NULL AND NEW.number IS NOT NULL) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'document.issued');
END;

--> statement-breakpoint
CREATE TRIGGER `changes_documents_out` AFTER DELETE ON `documents`
WHEN OLD.number IS NOT NULL BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (OLD.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'document', OLD.id,
    (SELECT o.event_id FROM orders o WHERE o.id = OLD.order_id), 'delete', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_deliveries_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_deliveries_in` AFTER INSERT ON `deliveries`
WHEN NEW.data ->> 'test' IS NULL BEGIN
  UPDATE deliveries SET seq = (SELECT max(seq) FROM changes WHERE object_id = coalesce(NEW.data ->> 'checkinId',
    NEW.data ->> 'guestId', iif(NEW.event_type = 'refund.updated', NEW.data ->> 'refundId', NULL), NEW.data ->> 'documentId', NEW.data ->> 'orderId', NEW.data ->> 'id', NEW.data ->> 'eventId')) WHERE id = NEW.id;
END;

--> statement-breakpoint
CREATE TRIGGER `documents_emailed` AFTER UPDATE OF `number` ON `documents` WHEN OLD.`number` IS NULL AND NEW.`number` IS NOT NULL
  AND NOT (NEW.`kind` = 'CREDIT_NOTE' AND NEW.`refund_id` IS NULL) BEGIN
  INSERT INTO `mails` (`id`, `calendar_id`, `event_id`, `guest_id`, `kind`, `recipient`, `data`, `cause`, `status`, `next_attempt_at`, `created_at`)
  SELECT 'mail_' || lower(hex(randomblob(16))), o.`calendar_id`, o.`event_id`, o.`guest_id`, 'document', o.`buyer_email`,
    json_object('documentId', NEW.`id`, 'kind', NEW.`kind`, 'number', NEW.`series` || '-' || printf('%05d', NEW.`number`)),
    'document:' || NEW.`id`, 'pending', n.`now`, n.`now`
  FROM `orders` o JOIN (SELECT coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS `now`) n
    LEFT JOIN `parties` y ON y.`id` = o.`party_id` LEFT JOIN `guests` g ON g.`id` = o.`guest_id`
  WHERE o.`id` = NEW.`order_id` AND CASE WHEN o.`party_id` IS NULL
    THEN g.`erased_at` IS NULL AND g.`id` = coalesce(o.`buyer_guest_id`, g.`id`) AND g.`email` = o.`buyer_email`
    ELSE y.`erased_at` IS NULL AND y.`buyer_email` = o.`buyer_email` END
  ON CONFLICT DO NOTHING;
END;
