ALTER TABLE `calendars` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `paid_on` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `paid_note` text;--> statement-breakpoint
CREATE INDEX `orders_priced` ON `orders` (`calendar_id`,`created_at`,`id`) WHERE total > 0;
--> statement-breakpoint
DROP TRIGGER `changes_calendars_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_calendars_over` AFTER UPDATE OF slug, name, description, avatar_url, cover_url, timezone, website, locale, accent, contact_email, imprint_url, privacy_url, payment_instructions, currency, visibility, plan, created_at, updated_at, suspended_at, suspension_reason ON `calendars`
WHEN NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description OR NEW.avatar_url IS NOT OLD.avatar_url OR NEW.cover_url IS NOT OLD.cover_url OR NEW.timezone IS NOT OLD.timezone OR NEW.website IS NOT OLD.website OR NEW.locale IS NOT OLD.locale OR NEW.accent IS NOT OLD.accent OR NEW.contact_email IS NOT OLD.contact_email OR NEW.imprint_url IS NOT OLD.imprint_url OR NEW.privacy_url IS NOT OLD.privacy_url OR NEW.payment_instructions IS NOT OLD.payment_instructions OR NEW.currency IS NOT OLD.currency OR NEW.visibility IS NOT OLD.visibility OR NEW.plan IS NOT OLD.plan OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'calendar', NEW.id,
    null, 'upsert', 
    iif(NEW.slug IS NOT OLD.slug, 'slug,', '')
      || iif(NEW.name IS NOT OLD.name, 'name,', '')
      || iif(NEW.description IS NOT OLD.description, 'description,', '')
      || iif(NEW.avatar_url IS NOT OLD.avatar_url, 'avatarUrl,', '')
      || iif(NEW.cover_url IS NOT OLD.cover_url, 'coverUrl,', '')
      || iif(NEW.timezone IS NOT OLD.timezone, 'timezone,', '')
      || iif(NEW.website IS NOT OLD.website, 'website,', '')
      || iif(NEW.locale IS NOT OLD.locale, 'locale,', '')
      || iif(NEW.accent IS NOT OLD.accent, 'accent,', '')
      || iif(NEW.contact_email IS NOT OLD.contact_email, 'contactEmail,', '')
      || iif(NEW.imprint_url IS NOT OLD.imprint_url, 'imprintUrl,', '')
      || iif(NEW.privacy_url IS NOT OLD.privacy_url, 'privacyUrl,', '')
      || iif(NEW.payment_instructions IS NOT OLD.payment_instructions, 'paymentInstructions,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.visibility IS NOT OLD.visibility, 'visibility,', '')
      || iif(NEW.plan IS NOT OLD.plan, 'plan,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.suspended_at IS NOT OLD.suspended_at OR NEW.suspension_reason IS NOT OLD.suspension_reason, 'suspension,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
END;

--> statement-breakpoint
DROP TRIGGER `changes_orders_over`;

--> statement-breakpoint
CREATE TRIGGER `changes_orders_over` AFTER UPDATE OF number, party_id, status, currency, subtotal, discount, total, refunded, expires_at, paid_at, cancelled_at, created_at, updated_at, guest_id, quantity, seats_revision, ticket_id, ticket_name, buyer_first_name, buyer_last_name, buyer_email, coupon_id, coupon_code, provider, payment_reference, payment_url, paid_on, paid_note ON `orders`
WHEN NEW.number IS NOT OLD.number OR NEW.party_id IS NOT OLD.party_id OR NEW.status IS NOT OLD.status OR NEW.currency IS NOT OLD.currency OR NEW.subtotal IS NOT OLD.subtotal OR NEW.discount IS NOT OLD.discount OR NEW.total IS NOT OLD.total OR NEW.refunded IS NOT OLD.refunded OR NEW.expires_at IS NOT OLD.expires_at OR NEW.paid_at IS NOT OLD.paid_at OR NEW.cancelled_at IS NOT OLD.cancelled_at OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.seats_revision IS NOT OLD.seats_revision OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name OR NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email OR NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code OR NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url OR NEW.paid_on IS NOT OLD.paid_on OR NEW.paid_note IS NOT OLD.paid_note BEGIN
  INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
  VALUES (NEW.calendar_id, coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), 'order', NEW.id,
    NEW.event_id, 'upsert', 
    iif(NEW.number IS NOT OLD.number, 'number,', '')
      || iif(NEW.party_id IS NOT OLD.party_id, 'partyId,', '')
      || iif(NEW.status IS NOT OLD.status, 'status,', '')
      || iif(NEW.currency IS NOT OLD.currency, 'currency,', '')
      || iif(NEW.subtotal IS NOT OLD.subtotal, 'subtotal,', '')
      || iif(NEW.discount IS NOT OLD.discount, 'discount,', '')
      || iif(NEW.total IS NOT OLD.total, 'total,', '')
      || iif(NEW.refunded IS NOT OLD.refunded, 'refunded,', '')
      || iif(NEW.expires_at IS NOT OLD.expires_at, 'expiresAt,', '')
      || iif(NEW.paid_at IS NOT OLD.paid_at, 'paidAt,', '')
      || iif(NEW.cancelled_at IS NOT OLD.cancelled_at, 'cancelledAt,', '')
      || iif(NEW.created_at IS NOT OLD.created_at, 'createdAt,', '')
      || iif(NEW.updated_at IS NOT OLD.updated_at, 'updatedAt,', '')
      || iif(NEW.guest_id IS NOT OLD.guest_id OR NEW.quantity IS NOT OLD.quantity OR NEW.seats_revision IS NOT OLD.seats_revision OR NEW.ticket_id IS NOT OLD.ticket_id OR NEW.ticket_name IS NOT OLD.ticket_name, 'items,', '')
      || iif(NEW.buyer_first_name IS NOT OLD.buyer_first_name OR NEW.buyer_last_name IS NOT OLD.buyer_last_name OR NEW.buyer_email IS NOT OLD.buyer_email, 'buyer,', '')
      || iif(NEW.coupon_id IS NOT OLD.coupon_id OR NEW.coupon_code IS NOT OLD.coupon_code, 'coupon,', '')
      || iif(NEW.provider IS NOT OLD.provider OR NEW.payment_reference IS NOT OLD.payment_reference OR NEW.payment_url IS NOT OLD.payment_url OR NEW.paid_on IS NOT OLD.paid_on OR NEW.paid_note IS NOT OLD.paid_note, 'payment,', ''), coalesce((SELECT actor_type FROM change_feed), 'system'), (SELECT actor_id FROM change_feed));
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, 'order.updated', json_object('orderId', NEW.id, 'number', NEW.number, 'eventId', NEW.event_id, 'status', NEW.status,
      'previousStatus', OLD.status, 'total', NEW.total, 'refunded', NEW.refunded, 'net', NEW.total - NEW.refunded,
      'currency', NEW.currency), 'pending', coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER)), coalesce((SELECT acted_at FROM change_feed), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = NEW.event_id
  WHERE (NEW.status IS NOT OLD.status OR NEW.refunded IS NOT OLD.refunded) AND w.calendar_id = NEW.calendar_id AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'order.updated');
END;
