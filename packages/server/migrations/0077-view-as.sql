-- Who views the product as whom. It belongs to a session of the viewer and is of no use without it; ended ones go with that session.
CREATE TABLE view_as (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX view_as_one_of_a_session ON view_as (session_id) WHERE ended_at IS NULL;
CREATE INDEX view_as_of_session ON view_as (session_id);
CREATE INDEX view_as_of_user ON view_as (user_id);
ALTER TABLE view_as ENABLE ROW LEVEL SECURITY;
