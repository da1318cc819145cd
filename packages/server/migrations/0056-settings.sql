-- The settings of the installation (decision 0066) and what people choose for themselves.

-- One row for each setting that was ever changed. A value of null means that what the product brings applies.
CREATE TABLE setting (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  key text NOT NULL UNIQUE CONSTRAINT setting_key_form CHECK (key ~ '^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$'),
  value jsonb CONSTRAINT setting_value_size CHECK (octet_length(value::text) <= 10000),
  -- AES-256-GCM, of a secret.
  encrypted bytea CONSTRAINT setting_is_value_or_secret CHECK (encrypted IS NULL OR value IS NULL),
  row_version int NOT NULL DEFAULT 1
);

-- Pictures that are or were the value of a setting, redrawn, by the SHA-256 of their content. The history shows those of before.
CREATE TABLE setting_picture (
  sha256 text PRIMARY KEY,
  content bytea NOT NULL CONSTRAINT setting_picture_size CHECK (octet_length(content) <= 200000)
);

-- The changes in their order. Whoever changes settings holds `lock_settings`, so that the newest id is also the last that was committed.
CREATE TABLE setting_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  setting_id uuid NOT NULL REFERENCES setting,
  -- No foreign key: a change outlives its author.
  user_id uuid NOT NULL,
  before jsonb,
  after jsonb,
  row_version int NOT NULL,
  takes_back bigint REFERENCES setting_change
);
CREATE INDEX setting_change_of_setting ON setting_change (setting_id, id);
CREATE TRIGGER setting_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_change
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

CREATE FUNCTION lock_settings() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('setting', 7225048))
$$;

-- Tells every process, which reads the settings again. One that does not hear it asks each second.
CREATE FUNCTION tell_of_setting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY setting;
  RETURN NULL;
END
$$;
CREATE TRIGGER setting_change_told AFTER INSERT ON setting_change FOR EACH STATEMENT EXECUTE FUNCTION tell_of_setting();

ALTER TABLE user_setting
  ADD COLUMN temperature_unit text
    CONSTRAINT user_setting_temperature_unit_known CHECK (temperature_unit IN ('celsius', 'fahrenheit')),
  ADD COLUMN alarm_mails boolean NOT NULL DEFAULT true,
  ADD COLUMN report_mails boolean NOT NULL DEFAULT true;
