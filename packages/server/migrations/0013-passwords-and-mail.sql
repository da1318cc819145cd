-- Passwords that are set by a link, and the mails that carry the links.

-- One link per user: a newer one replaces it. Only the hash of its secret is stored.
CREATE TABLE password_link (
  user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  purpose text NOT NULL CONSTRAINT password_link_purpose_known CHECK (purpose IN ('invitation', 'registration', 'reset')),
  -- SHA-256 of the secret.
  hash bytea NOT NULL CONSTRAINT password_link_hash_unique UNIQUE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE password_link ENABLE ROW LEVEL SECURITY;

CREATE TABLE mail (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- With {link} where the link stands.
  body text NOT NULL,
  -- The link, encrypted with the key of the installation; gone when the mail is sent or given up.
  sealed_link bytea,
  -- When the link is of no use any more, and so neither is the mail.
  expires_at timestamptz,
  state text NOT NULL CONSTRAINT mail_state_known CHECK (state IN ('kept', 'waiting', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_attempt_at timestamptz,
  sent_at timestamptz,
  CONSTRAINT mail_waiting_has_a_next_attempt CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT mail_sent_has_a_time CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX mail_waiting ON mail (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX mail_by_user ON mail (user_id);
ALTER TABLE mail ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON mail FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON mail TO packhouse_app;

-- Whether somebody signs in with a second factor: then a password may be shorter. Its table comes with a later migration.
CREATE FUNCTION has_second_factor(person uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF to_regclass('user_second_factor') IS NULL THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM user_second_factor WHERE user_id = person AND confirmed_at IS NOT NULL);
END
$$;

-- Whoever changes an email decides who gets the links to a new password: nobody does so for people who may do more.
CREATE FUNCTION forbid_readdressing_the_powerful() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  changer uuid := nullif(current_setting('packhouse.user', true), '')::uuid;
  missing text;
BEGIN
  IF changer IS NULL OR lower(NEW.email) = lower(OLD.email) THEN
    RETURN NEW;
  END IF;
  SELECT string_agg(DISTINCT permission, ', ') INTO missing FROM permission_source
  WHERE user_id = OLD.id AND permission NOT IN (SELECT permission FROM permission_source WHERE user_id = changer);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'You can only change the email of people who may do no more than you; you lack: %.', missing
      USING ERRCODE = '42501', CONSTRAINT = 'more_than_own';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER more_than_own BEFORE UPDATE OF email ON user_account
  FOR EACH ROW EXECUTE FUNCTION forbid_readdressing_the_powerful();
