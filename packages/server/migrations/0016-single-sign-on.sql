-- Single sign-on: identity providers, who is known at them, and the sign-ins that are under way.

CREATE TABLE identity_provider (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  option text NOT NULL CONSTRAINT identity_provider_option_known CHECK (option IN ('okta', 'cmms', 'core-cmms')),
  kind text NOT NULL CONSTRAINT identity_provider_kind_known CHECK (kind IN ('oidc', 'saml')),
  enabled boolean NOT NULL DEFAULT false,
  issuer text,
  client_id text,
  scopes text,
  metadata text,
  groups_claim text,
  new_users text NOT NULL CONSTRAINT identity_provider_new_users_known CHECK (new_users IN ('refuse', 'create')),
  customer_id uuid REFERENCES customer (id),
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED,
  -- A button of the login leads to one provider.
  CONSTRAINT identity_provider_option_served_once EXCLUDE USING btree (option WITH =) WHERE (enabled)
);
CREATE UNIQUE INDEX identity_provider_name_taken ON identity_provider (lower(name));
CREATE INDEX identity_provider_of_customer ON identity_provider (customer_id);
CALL add_stamps('identity_provider');
CALL protect_for_staff('identity_provider');

-- Client secrets stand apart: requests of people see only whether there is one.
CREATE TABLE identity_provider_secret (
  provider_id uuid PRIMARY KEY REFERENCES identity_provider (id) ON DELETE CASCADE,
  -- AES-256-GCM: nonce (12), tag (16), ciphertext.
  sealed bytea NOT NULL
);
ALTER TABLE identity_provider_secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON identity_provider_secret TO packhouse_staff USING (true);
GRANT SELECT (provider_id), INSERT (provider_id, sealed), UPDATE (sealed), DELETE ON identity_provider_secret
  TO packhouse_app;

-- Who somebody is at a provider. The issuer is kept too: a provider that is pointed elsewhere knows nobody any more.
CREATE TABLE user_identity (
  provider_id uuid NOT NULL REFERENCES identity_provider (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- What the provider calls the account, to recognise it by; nobody is found by it.
  account text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (provider_id, issuer, subject),
  CONSTRAINT user_identity_one_at_each_provider UNIQUE (user_id, provider_id)
);
ALTER TABLE user_identity ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON user_identity FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY of_visible_user ON user_identity FOR SELECT TO packhouse_app USING (sees_row('user_account', user_id));
GRANT SELECT (user_id) ON user_identity TO packhouse_app;

-- Lets a signed-in user start a single sign-on that links; used once.
CREATE TABLE sign_on_ticket (
  -- SHA-256 of the ticket.
  hash bytea PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES identity_provider (id) ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
ALTER TABLE sign_on_ticket ENABLE ROW LEVEL SECURITY;

-- A single sign-on from its start to the exchange of its code. Whatever is secret stands here as its SHA-256.
CREATE TABLE sign_on (
  -- Of the state that goes to the provider and comes back.
  state_hash bytea PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES identity_provider (id) ON DELETE CASCADE,
  -- Of the cookie of the browser that started.
  cookie_hash bytea NOT NULL,
  redirect text NOT NULL,
  -- What the web wants back, and what it will have to show.
  state text NOT NULL,
  challenge text NOT NULL,
  -- The session that asked for a link; null where somebody signs in.
  linking_session_id uuid REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- From the answer of the provider on.
  code_hash bytea CONSTRAINT sign_on_code_unique UNIQUE,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  -- Whom the code signs in; null where it links.
  user_id uuid REFERENCES user_account (id) ON DELETE CASCADE,
  -- What the code links.
  issuer text,
  subject text,
  account text,
  CONSTRAINT sign_on_code_is_complete CHECK ((code_hash IS NULL) = (code_expires_at IS NULL))
);
ALTER TABLE sign_on ENABLE ROW LEVEL SECURITY;
