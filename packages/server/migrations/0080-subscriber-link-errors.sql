-- Why the connection of a subscriber does not stand at present, and the field of its form that causes it; both are empty while it is connected.
ALTER TABLE mqtt_subscriber_state ADD COLUMN link_error text, ADD COLUMN link_error_field text;

-- Each subscriber counts its dead letters whenever its row is read.
CREATE INDEX refused_message_by_device ON refused_message (device) WHERE replayed_at IS NULL;
