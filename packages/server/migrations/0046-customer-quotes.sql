-- What customers get of projects: links, what was shown by them, questions, acceptances, and the machines that follow from them. No part of it is
-- a part of the project: it is kept while the project is frozen, and needs no edit lock.

CREATE TABLE quote_link (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customer (id),
  -- Of the project: what is shown is made from that version and stored with the link.
  version int NOT NULL,
  -- Nothing else of the secret is stored.
  token_hash bytea NOT NULL CONSTRAINT quote_link_token_taken UNIQUE CHECK (octet_length(token_hash) = 32),
  recipient_name text NOT NULL,
  recipient_email text NOT NULL,
  language text,
  valid_until date NOT NULL,
  -- The end of that day at the location.
  ends_at timestamptz NOT NULL,
  -- What the customer sees, as the text that hashes are made of. It has no cost in it.
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  withdrawn_at timestamptz,
  declined_at timestamptz,
  opened_at timestamptz,
  open_count int NOT NULL DEFAULT 0
);
CREATE INDEX quote_link_of_project ON quote_link (project_id, created_at);
CREATE INDEX quote_link_of_customer ON quote_link (customer_id, created_at);
CREATE INDEX quote_link_of_maker ON quote_link (created_by);
CALL protect_for_staff('quote_link');
CREATE POLICY of_own_customer ON quote_link FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));

-- Every step, with time, address and the hash of what was shown.
CREATE TABLE quote_event (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  link_id uuid NOT NULL REFERENCES quote_link (id) ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT quote_event_kind_known
    CHECK (kind IN ('sent', 'opened', 'repriced', 'question', 'answer', 'accepted', 'declined', 'withdrawn')),
  at timestamptz NOT NULL DEFAULT now(),
  address text,
  user_agent text,
  sha256 text NOT NULL,
  note text,
  -- Of staff; null for who has the link.
  by_user uuid
);
CREATE INDEX quote_event_of_link ON quote_event (link_id, id);
CALL protect_for_staff('quote_event');

CREATE TABLE quote_question (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  link_id uuid NOT NULL REFERENCES quote_link (id) ON DELETE CASCADE,
  section text,
  name text NOT NULL,
  question text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  answer text,
  answered_at timestamptz,
  answered_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  CONSTRAINT quote_question_answered CHECK (num_nonnulls(answer, answered_at) IN (0, 2))
);
CREATE INDEX quote_question_of_link ON quote_question (link_id, id);
CREATE INDEX quote_question_answered_by ON quote_question (answered_by);
CALL protect_for_staff('quote_question');

-- One of a project: the key lets one of several at once win.
CREATE TABLE quote_acceptance (
  project_id uuid PRIMARY KEY REFERENCES project (id),
  link_id uuid NOT NULL REFERENCES quote_link (id),
  version int NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  position text,
  order_number text,
  -- Strokes of points; null where the name was typed.
  drawing jsonb CONSTRAINT quote_acceptance_drawing_size CHECK (pg_column_size(drawing) <= 262144),
  choices jsonb NOT NULL,
  total numeric(18, 4) NOT NULL,
  -- What was accepted, as the text whose hash it is.
  accepted text NOT NULL,
  sha256 text NOT NULL CONSTRAINT quote_acceptance_hash_of_accepted
    CHECK (sha256 = encode(sha256(convert_to(accepted, 'UTF8')), 'hex')),
  accepted_at timestamptz NOT NULL DEFAULT now(),
  address text NOT NULL,
  user_agent text
);
CREATE INDEX quote_acceptance_by_link ON quote_acceptance (link_id);
CALL protect_for_staff('quote_acceptance');
CREATE POLICY of_seen_link ON quote_acceptance FOR SELECT TO packhouse_app USING (link_id IN (SELECT id FROM quote_link));
CREATE FUNCTION refuse_change_of_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an acceptance never changes' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
END
$$;
CREATE TRIGGER quote_acceptance_never_changes BEFORE UPDATE ON quote_acceptance
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_acceptance();

-- With which version of a template the documents of a version are made, from the first one on.
CREATE TABLE quote_document (
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  version int NOT NULL,
  type text NOT NULL CONSTRAINT quote_document_type_known CHECK (type IN ('quote', 'orderConfirmation')),
  locale text NOT NULL,
  template_id uuid NOT NULL,
  template_number int NOT NULL,
  PRIMARY KEY (project_id, version, type, locale)
);
CALL protect_for_staff('quote_document');

-- Machines that were ordered with a project.
ALTER TABLE machine
  ADD COLUMN project_item_id uuid REFERENCES project_item (id) ON DELETE SET NULL,
  ADD COLUMN promised_speed double precision CONSTRAINT machine_promised_speed_range CHECK (promised_speed BETWEEN 0 AND 100000),
  ADD COLUMN delivery_due date;
CREATE INDEX machine_of_project_item ON machine (project_item_id) WHERE project_item_id IS NOT NULL;
