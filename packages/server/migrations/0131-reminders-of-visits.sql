-- Works with code from: 0124
-- Reminders of visits, notifications about service on devices, and a limit of mails about the requests of one customer. The rules are in decision 0147.
ALTER TABLE user_setting ADD COLUMN service_push boolean NOT NULL DEFAULT false;

-- Since when a visit has its day, and of which days people were reminded.
CREATE TABLE visit_reminder (
  visit_id uuid PRIMARY KEY REFERENCES service_visit (id) ON DELETE CASCADE,
  planned_at timestamptz NOT NULL,
  -- By the clock of the site.
  reminded_days date[] NOT NULL DEFAULT '{}'
);
ALTER TABLE visit_reminder ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION note_visit_day() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'INSERT' OR OLD.status = 'cancelled' OR OLD.deleted_at IS NOT NULL
    OR site_date(OLD.machine_id, OLD.starts_at) <> site_date(NEW.machine_id, NEW.starts_at)
  THEN
    INSERT INTO visit_reminder (visit_id, planned_at) VALUES (NEW.id, now())
    ON CONFLICT (visit_id) DO UPDATE SET planned_at = excluded.planned_at;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER service_visit_day AFTER INSERT OR UPDATE OF machine_id, starts_at, status, deleted_at ON service_visit
  FOR EACH ROW EXECUTE FUNCTION note_visit_day();
INSERT INTO visit_reminder (visit_id, planned_at)
SELECT id, updated_at FROM service_visit WHERE starts_at > now() AND deleted_at IS NULL;

-- When staff got the latest mails about new requests of a customer, and how many requests wait for one mail about all of them.
CREATE TABLE request_mail_limit (
  customer_id uuid PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
  mailed_at timestamptz[] NOT NULL DEFAULT '{}',
  withheld int NOT NULL DEFAULT 0
);
CREATE INDEX request_mail_limit_withheld ON request_mail_limit (customer_id) WHERE withheld > 0;
ALTER TABLE request_mail_limit ENABLE ROW LEVEL SECURITY;
