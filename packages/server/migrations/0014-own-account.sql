-- What people do with their own account: sessions they can recognise, settings, a second factor.

-- Told to nobody but the user: by these a session is recognised.
ALTER TABLE session
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN address text,
  ADD COLUMN user_agent text;
UPDATE session SET last_used_at = created_at;

CREATE TABLE user_setting (
  user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  theme text NOT NULL DEFAULT 'system' CONSTRAINT user_setting_theme_known CHECK (theme IN ('system', 'light', 'dark')),
  -- What the web keeps for the user: saved views, chosen columns.
  preferences jsonb NOT NULL DEFAULT '{}'
    CONSTRAINT user_setting_preferences_small CHECK (octet_length(preferences::text) <= 65536)
);

-- A shared secret of RFC 6238. Only the product itself reads it; requests of staff see that there is one, and end it.
CREATE TABLE user_second_factor (
  user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  -- AES-256-GCM: nonce (12), tag (16), ciphertext.
  secret bytea NOT NULL,
  -- Null while no code has shown that the app of the user has it; nothing is asked for until then.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: none of it or before it works again.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE user_second_factor ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON user_second_factor TO packhouse_staff USING (true);
CREATE POLICY of_visible_user ON user_second_factor TO packhouse_app USING (sees_row('user_account', user_id));
GRANT SELECT (user_id), DELETE ON user_second_factor TO packhouse_app;

-- Goes with the second factor. A hash keyed with the key of the installation: a code is too short for a plain one.
CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES user_second_factor (user_id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);

-- A sign-in whose password was right and whose second factor is awaited.
CREATE TABLE pending_sign_in (
  -- SHA-256 of the token; the token itself is nowhere.
  hash bytea PRIMARY KEY,
  -- Without a second factor there is nothing to wait for.
  user_id uuid NOT NULL REFERENCES user_second_factor (user_id) ON DELETE CASCADE,
  binding_hash bytea,
  guesses int NOT NULL DEFAULT 0 CONSTRAINT pending_sign_in_five_guesses CHECK (guesses <= 5),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX pending_sign_in_of_user ON pending_sign_in (user_id);
