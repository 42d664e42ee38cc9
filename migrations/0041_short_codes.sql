ALTER TABLE `guests` ADD `short_code` text;
--> statement-breakpoint
-- Multiplying by an odd number modulo 2^30 maps the guests of an event to different codes.
UPDATE `guests` SET `short_code` = (
  SELECT substr(a.letters, 1 + (n.bits & 31), 1) || substr(a.letters, 1 + (n.bits >> 5 & 31), 1)
    || substr(a.letters, 1 + (n.bits >> 10 & 31), 1) || substr(a.letters, 1 + (n.bits >> 15 & 31), 1)
    || substr(a.letters, 1 + (n.bits >> 20 & 31), 1) || substr(a.letters, 1 + (n.bits >> 25 & 31), 1)
  FROM (SELECT numbered.number * 387420489 & 1073741823 AS bits) n,
    (SELECT '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' AS letters) a)
FROM (SELECT `id`, row_number() OVER (PARTITION BY `event_id` ORDER BY `created_at`, `id`) AS number FROM `guests`) numbered
WHERE numbered.`id` = `guests`.`id` AND `guests`.`erased_at` IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `guests_short_code` ON `guests` (`event_id`,`short_code`) WHERE short_code is not null;

--> statement-breakpoint
DROP TRIGGER `changes_guests_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_guests_over` AFTER UPDATE OF order_id, party_id, email_is_buyers, first_name, last_name, email, locale, status, offer_expires_at, source, qr_code, short_code, approved_at, cancelled_at, checked_in_at, created_at, updated_at, shown_status, ticket_id, answers, erased_at ON `guests`
WHEN (OLD.erased_at IS NULL OR NEW.erased_at IS NULL) AND (NEW.order_id IS NOT OLD.order_id OR NEW.party_id IS NOT OLD.party_id OR NEW.email_is_buyers IS NOT OLD.email_is_buyers OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email OR NEW.locale IS NOT OLD.locale OR NEW.status IS NOT OLD.status OR NEW.offer_expires_at IS NOT OLD.offer_expires_at OR NEW.source IS NOT OLD.source OR NEW.qr_code IS NOT OLD.qr_code OR NEW.short_code IS NOT OLD.short_code OR NEW.approved_at IS NOT OLD.approved_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.checked_in_at IS NOT OLD.checked_in_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.shown_status IS NOT OLD.shown_status OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.answers IS NOT OLD.answers OR NEW.erased_at IS NOT OLD.erased_at) BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'guest', NEW.id,
    NEW.event_id, iif(NEW.erased_at IS NULL, 'upsert', 'delete'), 
    CASE WHEN OLD.erased_at IS NULL AND NEW.erased_at IS NULL THEN iif(NEW.order_id IS NOT OLD.order_id, 'orderId,', '')
      || iif(NEW.party_id IS NOT OLD.party_id, 'partyId,', '')
      || iif(NEW.email_is_buyers IS NOT OLD.email_is_buyers, 'emailIsBuyers,', '')
      || iif(NEW.first_name IS NOT OLD.first_name, 'firstName,', '')
      || iif(NEW.last_name IS NOT OLD.last_name, 'lastName,', '')
      || iif(NEW.email IS NOT OLD.email, 'email,', '')
      || iif(NEW.locale IS NOT OLD.locale, 'locale,', '')
      || iif(NEW.status IS NOT OLD.status OR NEW.shown_status IS NOT OLD.shown_status, 'status,', '')
      || iif(NEW.offer_expires_at IS NOT OLD.offer_expires_at, 'offerExpiresAt,', '')
      || iif(NEW.source IS NOT OLD.source, 'source,', '')
      || iif(NEW.qr_code IS NOT OLD.qr_code, 'qrCode,', '')
      || iif(NEW.short_code IS NOT OLD.short_code, 'shortCode,', '')
      || iif(NEW.approved_at IS NOT OLD.approved_at, 'approvedAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.checked_in_at IS NOT OLD.checked_in_at, 'checkedInAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.ticket_id IS NOT OLD.ticket_id, 'ticket,', '')
      || iif(NEW.answers IS NOT OLD.answers, 'registrationAnswers,', '') END, coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'guest.updated', json_object('eventId', e.id, 'eventSlug', e.slug, 'eventTitle', e.title, 'guestId', NEW.id, 'userId', NEW.user_id,
      'guestEmail', NEW.email, 'guestName', trim(NEW.first_name || ' ' || NEW.last_name), 'status', NEW.shown_status,
      'ticketId', NEW.ticket_id, 'ticketName', (SELECT t.name FROM tickets t WHERE t.id = NEW.ticket_id),
      'registrationAnswers', json((SELECT coalesce(json_group_array(json_object('question', a.value ->> 'question',
        'answer', a.value ->> 'answer')), '[]') FROM json_each(NEW.answers) a)),
      'previousStatus', OLD.shown_status,
      'changes', json('["' || replace(rtrim(iif(NEW.shown_status IS NOT OLD.shown_status, 'status,', '') || iif(NEW.first_name IS NOT OLD.first_name, 'firstName,', '') || iif(NEW.last_name IS NOT OLD.last_name, 'lastName,', '') || iif(NEW.email IS NOT OLD.email, 'email,', ''), ','), ',', '","') || '"]')), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.erased_at IS NULL AND (NEW.shown_status IS NOT OLD.shown_status OR NEW.first_name IS NOT OLD.first_name OR NEW.last_name IS NOT OLD.last_name OR NEW.email IS NOT OLD.email)) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'guest.updated');
END;
