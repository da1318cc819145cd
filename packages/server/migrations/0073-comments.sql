-- Comments of staff on records of any resource, and follow-ups (decision 0083). The record is one of any table: what is left of a removed one is swept.
CREATE TABLE record_comment (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  resource text NOT NULL,
  record_id uuid NOT NULL,
  text text NOT NULL CONSTRAINT record_comment_text_length CHECK (char_length(text) BETWEEN 1 AND 5000),
  author_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz
);
CREATE INDEX record_comment_of_record ON record_comment (resource, record_id, id);
CREATE INDEX record_comment_of_author ON record_comment (author_id);

CREATE TABLE comment_mention (
  comment_id uuid NOT NULL REFERENCES record_comment (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  seen_at timestamptz,
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX comment_mention_of_user ON comment_mention (user_id, comment_id);

CREATE TABLE follow_up (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  resource text NOT NULL,
  record_id uuid NOT NULL,
  what text NOT NULL CONSTRAINT follow_up_what_length CHECK (char_length(what) BETWEEN 1 AND 200),
  due_on date NOT NULL,
  assignee_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  author_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz
);
CREATE INDEX follow_up_of_record ON follow_up (resource, record_id, due_on);
CREATE INDEX follow_up_of_assignee ON follow_up (assignee_id, due_on);
CREATE INDEX follow_up_of_author ON follow_up (author_id);

ALTER TABLE record_comment ENABLE ROW LEVEL SECURITY;
ALTER TABLE comment_mention ENABLE ROW LEVEL SECURITY;
ALTER TABLE follow_up ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON record_comment TO packhouse_staff USING (true);
CREATE POLICY of_staff ON comment_mention TO packhouse_staff USING (true);
CREATE POLICY of_staff ON follow_up TO packhouse_staff USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON record_comment, comment_mention, follow_up TO packhouse_app;
