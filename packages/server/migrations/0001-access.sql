-- Customers, people and what they may do, and their sessions.

-- The role under which requests of signed-in people run. It owns nothing and cannot bypass row-level security.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'packhouse_app') THEN
    CREATE ROLE packhouse_app NOLOGIN NOBYPASSRLS;
  END IF;
END
$$;
GRANT packhouse_app TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO packhouse_app;

-- Whether the current request may see rows of a customer. The setting is `all` for staff who may see every customer,
-- the customer's id for a customer's user, and absent (nothing is seen) where nobody set it.
CREATE FUNCTION sees_customer(customer uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(
    current_setting('packhouse.customers', true) = 'all'
      OR current_setting('packhouse.customers', true) = customer::text,
    false
  );

CREATE TABLE customer (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL CONSTRAINT customer_code_taken UNIQUE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE user_account (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  photo_url text,
  -- Null for staff.
  customer_id uuid REFERENCES customer (id),
  -- argon2id in the PHC string format; null while nobody has set one.
  password_hash text,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX user_account_email_taken ON user_account (lower(email));

CREATE TABLE role (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL CONSTRAINT role_name_taken UNIQUE
);

CREATE TABLE role_permission (
  role_id uuid NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  permission text NOT NULL,
  PRIMARY KEY (role_id, permission)
);

CREATE TABLE user_role (
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, role_id)
);

-- One sign-in and all the tokens that came from it. Ending it ends them.
CREATE TABLE session (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- SHA-256 of the cookie a browser must send beside the token; null where the sign-in came from another program.
  binding_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  CONSTRAINT session_end_has_a_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_of_user ON session (user_id);

-- SHA-256 of the token; the token itself is nowhere.
CREATE TABLE access_token (
  hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX access_token_of_session ON access_token (session_id);

CREATE TABLE refresh_token (
  hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  successor_hash bytea,
  CONSTRAINT refresh_token_used_has_a_successor CHECK ((used_at IS NULL) = (successor_hash IS NULL))
);
CREATE INDEX refresh_token_of_session ON refresh_token (session_id);
