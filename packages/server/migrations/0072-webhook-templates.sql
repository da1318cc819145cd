-- What the webhook of an alarm rule sends in the place of our own JSON.
ALTER TABLE alarm_rule ADD COLUMN webhook_template text;
ALTER TABLE alarm_delivery ADD COLUMN content_type text NOT NULL DEFAULT 'application/json';
