DROP TRIGGER `changes_refunds_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_in` AFTER INSERT ON `refunds` BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', NULL, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'refund.updated', json_object('refundId', NEW.id, 'orderId', NEW.order_id, 'eventId', e.id, 'amount', NEW.amount, 'currency', NEW.currency,
      'status', NEW.status, 'previousStatus', NULL, 'paidOutAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.paid_out_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.paid_out_at % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id)
  WHERE (1) AND w.calendar_id = (SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id) AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'refund.updated');
END;

--> statement-breakpoint
DROP TRIGGER `changes_refunds_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_refunds_over` AFTER UPDATE OF order_id, amount, currency, reason, guest_ids, status, paid_out_at, created_at, completed_at ON `refunds`
WHEN NEW.order_id IS NOT OLD.order_id OR NEW.amount IS NOT OLD.amount OR NEW.currency IS NOT OLD.currency OR NEW.reason IS NOT OLD.reason OR NEW.guest_ids IS NOT OLD.guest_ids OR NEW.status IS NOT OLD.status OR NEW.paid_out_at IS NOT OLD.paid_out_at OR NEW.created_at IS NOT OLD.created_at OR NEW.completed_at IS NOT OLD.completed_at BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES ((SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'refund', NEW.id,
    (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id), 'upsert', 
    iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.amount IS NOT OLD.amount, 'amount,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.reason IS NOT OLD.reason, 'reason,', '')
      || iif(NEW.guest_ids IS NOT OLD.guest_ids, 'guestIds,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.paid_out_at IS NOT OLD.paid_out_at, 'paidOutAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.completed_at IS NOT OLD.completed_at, 'completedAt,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed),
    (SELECT via FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'refund.updated', json_object('refundId', NEW.id, 'orderId', NEW.order_id, 'eventId', e.id, 'amount', NEW.amount, 'currency', NEW.currency,
      'status', NEW.status, 'previousStatus', OLD.status, 'paidOutAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.paid_out_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.paid_out_at % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id)
  WHERE (NEW.status IS NOT OLD.status OR NEW.paid_out_at IS NOT OLD.paid_out_at) AND w.calendar_id = (SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id) AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'refund.updated');
END;

--> statement-breakpoint
CREATE TRIGGER `changes_disputes_in` AFTER INSERT ON `payment_differences`
WHEN NEW.kind = 'DISPUTED' BEGIN
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'dispute.updated', json_object('disputeId', NEW.id, 'orderId', NEW.order_id, 'eventId', e.id, 'amount', NEW.amount, 'currency', NEW.currency,
      'status', NEW.status, 'previousStatus', NULL, 'reason', NEW.reason, 'dueBy', strftime('%Y-%m-%dT%H:%M:%S', NEW.due_by / 1000, 'unixepoch') || printf('.%03dZ', NEW.due_by % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id)
  WHERE (1) AND w.calendar_id = (SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id) AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'dispute.updated');
END;

--> statement-breakpoint
CREATE TRIGGER `changes_disputes_over` AFTER UPDATE OF status ON `payment_differences`
WHEN NEW.kind = 'DISPUTED' AND NEW.status IS NOT OLD.status BEGIN
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'dispute.updated', json_object('disputeId', NEW.id, 'orderId', NEW.order_id, 'eventId', e.id, 'amount', NEW.amount, 'currency', NEW.currency,
      'status', NEW.status, 'previousStatus', OLD.status, 'reason', NEW.reason, 'dueBy', strftime('%Y-%m-%dT%H:%M:%S', NEW.due_by / 1000, 'unixepoch') || printf('.%03dZ', NEW.due_by % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id)
  WHERE (1) AND w.calendar_id = (SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id) AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'dispute.updated');
END;

--> statement-breakpoint
CREATE TRIGGER `changes_documents_over` AFTER UPDATE OF number ON `documents`
WHEN OLD.number IS NULL AND NEW.number IS NOT NULL BEGIN
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'document.issued', json_object('documentId', NEW.id, 'number', NEW.series || '-' || printf('%05d', NEW.number), 'kind', NEW.kind,
      'orderId', NEW.order_id, 'refundId', NEW.refund_id, 'eventId', e.id, 'issuedAt', strftime('%Y-%m-%dT%H:%M:%S', NEW.issued_at / 1000, 'unixepoch') || printf('.%03dZ', NEW.issued_at % 1000)), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = (SELECT o.event_id FROM orders o WHERE o.id = NEW.order_id)
  WHERE (1) AND w.calendar_id = (SELECT o.calendar_id FROM orders o WHERE o.id = NEW.order_id) AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'document.issued');
END;

--> statement-breakpoint
DROP TRIGGER `changes_deliveries_in`;

--> statement-breakpoint
CREATE TRIGGER `changes_deliveries_in` AFTER INSERT ON `deliveries`
WHEN NEW.data ->> 'test' IS NULL BEGIN
  UPDATE deliveries SET seq = (SELECT max(seq) FROM changes WHERE object_id = coalesce(NEW.data ->> 'checkinId',
    NEW.data ->> 'guestId', iif(NEW.event_type = 'refund.updated', NEW.data ->> 'refundId', NULL), NEW.data ->> 'orderId', NEW.data ->> 'id', NEW.data ->> 'eventId')) WHERE id = NEW.id;
END;
