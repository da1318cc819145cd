-- What customers have agreed that the maker may do with data of their machines. Staff enter it, customers read it.
CREATE TABLE data_use_agreement (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid NOT NULL REFERENCES customer (id),
  version text NOT NULL COLLATE "und-x-icu",
  agreed_on date NOT NULL,
  ended_on date,
  purposes text NOT NULL,
  text text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(version)) STORED,
  CONSTRAINT data_use_agreement_ends_after_start CHECK (ended_on >= agreed_on)
);
CREATE INDEX data_use_agreement_of_customer ON data_use_agreement (customer_id);
CALL add_stamps('data_use_agreement');
CALL protect_for_staff('data_use_agreement');
CREATE POLICY of_own_customer ON data_use_agreement FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));

-- A trigger bears the name of the rule that it holds.
ALTER TRIGGER keep_partner_key ON api_key RENAME TO api_key_of_partner;
