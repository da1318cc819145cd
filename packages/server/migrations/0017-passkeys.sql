-- Passkeys, roles that need a second factor, and when somebody confirmed last that it is them.

-- A credential of WebAuthn. Only the product itself reads it; requests of staff see that there is one, and end it.
CREATE TABLE passkey (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- base64url, as the authenticator made it up.
  credential_id text NOT NULL CONSTRAINT passkey_credential_taken UNIQUE,
  -- A COSE key (RFC 9052, section 7).
  public_key bytea NOT NULL,
  -- How often the authenticator says it was used; 0 for ever where it does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_of_user ON passkey (user_id);
ALTER TABLE passkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON passkey TO packhouse_staff USING (true);
CREATE POLICY of_visible_user ON passkey TO packhouse_app USING (sees_row('user_account', user_id));
GRANT SELECT (user_id), DELETE ON passkey TO packhouse_app;

-- What an authenticator is asked to sign. Taken once: whoever takes it deletes it.
CREATE TABLE passkey_challenge (
  -- SHA-256 of the challenge; the challenge itself is nowhere.
  hash bytea PRIMARY KEY,
  purpose text NOT NULL
    CONSTRAINT passkey_challenge_purpose_known CHECK (purpose IN ('add', 'sign-in', 'second-factor', 'confirm')),
  -- Nobody is known yet where a passkey takes the place of email and password.
  user_id uuid REFERENCES user_account (id) ON DELETE CASCADE,
  -- SHA-256 of the cookie of the browser that asked; null for other programs.
  binding_hash bytea,
  expires_at timestamptz NOT NULL,
  CONSTRAINT passkey_challenge_user_known CHECK ((purpose = 'sign-in') = (user_id IS NULL))
);
CREATE INDEX passkey_challenge_of_user ON passkey_challenge (user_id);
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge (expires_at);

-- A sign-in waits for an app or for a passkey, whichever there is.
ALTER TABLE pending_sign_in
  DROP CONSTRAINT pending_sign_in_user_id_fkey,
  ADD CONSTRAINT pending_sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account (id) ON DELETE CASCADE;

-- With a second factor the sign-ins go that wait for it.
CREATE FUNCTION forget_pending_sign_ins() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  DELETE FROM pending_sign_in WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_pending_sign_ins AFTER DELETE ON user_second_factor
  FOR EACH ROW EXECUTE FUNCTION forget_pending_sign_ins();
CREATE TRIGGER forget_pending_sign_ins AFTER DELETE ON passkey
  FOR EACH ROW EXECUTE FUNCTION forget_pending_sign_ins();

ALTER TABLE role ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;

-- Whether a password alone does not let somebody in. Asked of users whom the one who asks may see.
CREATE OR REPLACE FUNCTION has_second_factor(person uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN EXISTS (SELECT FROM user_second_factor WHERE user_id = person AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey WHERE user_id = person);

-- Whether somebody has a role that needs a second factor, also through a group, and no such factor.
CREATE FUNCTION lacks_second_factor(person uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN EXISTS (
    SELECT FROM role r WHERE r.requires_second_factor AND (
      EXISTS (SELECT FROM user_role ur WHERE ur.role_id = r.id AND ur.user_id = person)
      OR EXISTS (
        SELECT FROM group_role gr JOIN group_member m ON m.group_id = gr.group_id
        WHERE gr.role_id = r.id AND m.user_id = person
      )
    )
  ) AND NOT has_second_factor(person);

-- Signing in counts as a confirmation.
ALTER TABLE session ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now();
UPDATE session SET confirmed_at = created_at;
