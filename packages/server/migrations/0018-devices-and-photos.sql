-- Browsers that signed in before, photos of people, and the customer of somebody who registered.

-- Told from others by a cookie that every browser keeps for itself; only its hash is here.
CREATE TABLE known_device (
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- SHA-256 of the cookie.
  hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, hash)
);
CREATE INDEX known_device_by_hash ON known_device (hash);
ALTER TABLE known_device ENABLE ROW LEVEL SECURITY;

CREATE TABLE user_photo (
  user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  -- 256 random bits that stand in its address: whoever was told it sees the photo.
  name text NOT NULL CONSTRAINT user_photo_name_taken UNIQUE,
  -- WebP, 256 x 256, as this product has drawn it anew.
  content bytea NOT NULL CONSTRAINT user_photo_small CHECK (octet_length(content) <= 262144)
);
ALTER TABLE user_photo ENABLE ROW LEVEL SECURITY;

-- Whoever registers has no customer, and nothing that could be done with one: it is given once, before any right. To change
-- it later would turn staff into a customer's people, or show one customer's rows to those of another.
CREATE FUNCTION set_customer_once() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.customer_id IS NOT DISTINCT FROM OLD.customer_id THEN
    RETURN NEW;
  END IF;
  IF OLD.customer_id IS NOT NULL
    OR EXISTS (SELECT FROM user_role WHERE user_id = OLD.id)
    OR EXISTS (SELECT FROM group_member WHERE user_id = OLD.id)
    OR EXISTS (SELECT FROM user_permission WHERE user_id = OLD.id) THEN
    RAISE EXCEPTION 'the customer of a user is set once, before any right'
      USING ERRCODE = '23514', CONSTRAINT = 'user_account_customer_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER user_account_customer_once BEFORE UPDATE OF customer_id ON user_account
  FOR EACH ROW EXECUTE FUNCTION set_customer_once();
