CREATE TRIGGER `coupon_redeemed` AFTER INSERT ON `coupon_redemptions` BEGIN
  UPDATE `coupons` SET `redeemed_count` = `redeemed_count` + 1 WHERE `id` = NEW.`coupon_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `coupon_given_back` AFTER DELETE ON `coupon_redemptions` BEGIN
  UPDATE `coupons` SET `redeemed_count` = `redeemed_count` - 1 WHERE `id` = OLD.`coupon_id`;
END;
