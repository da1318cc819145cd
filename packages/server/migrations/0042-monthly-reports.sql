-- Monthly reports of customers by mail, on a schedule, to chosen people.

-- What mails carry, once for all mails that carry the same. In the database: a data folder belongs to one server, and any server sends.
CREATE TABLE mail_file (
  sha256 bytea PRIMARY KEY CONSTRAINT mail_file_hash_of_content CHECK (sha256 = sha256(content)),
  content bytea NOT NULL CONSTRAINT mail_file_size CHECK (length(content) BETWEEN 1 AND 26214400),
  used_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE mail_file ENABLE ROW LEVEL SECURITY;

ALTER TABLE mail
  -- Null again when the mail is sent.
  ADD COLUMN file_sha256 bytea REFERENCES mail_file (sha256),
  ADD COLUMN file_name text,
  -- Whether its link ends a subscription: it is in the headers of RFC 8058 too, and opens no account.
  ADD COLUMN unsubscribes boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT mail_file_has_a_name CHECK (file_sha256 IS NULL OR file_name IS NOT NULL);
CREATE INDEX mail_by_file ON mail (file_sha256) WHERE file_sha256 IS NOT NULL;

CREATE TABLE report_schedule (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid NOT NULL REFERENCES customer (id),
  name text NOT NULL COLLATE "und-x-icu",
  day int NOT NULL CONSTRAINT report_schedule_day_range CHECK (day BETWEEN 1 AND 28),
  hour int NOT NULL CONSTRAINT report_schedule_hour_range CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL,
  active boolean NOT NULL,
  deleted_at timestamptz,
  -- Set by `plan_report_run`; null where it is not to run.
  next_run_at timestamptz,
  last_run_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE UNIQUE INDEX report_schedule_name_taken ON report_schedule (customer_id, lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX report_schedule_due ON report_schedule (next_run_at);
CALL add_stamps('report_schedule');
CALL protect_for_staff('report_schedule');

-- The run of a schedule that is under way, or was the last.
CREATE TABLE report_run (
  schedule_id uuid PRIMARY KEY REFERENCES report_schedule (id) ON DELETE CASCADE,
  -- Whose report is sent, `2026-10`.
  month text NOT NULL CONSTRAINT report_run_month_pattern CHECK (month ~ '^\d{4}-\d\d$'),
  -- 0 once it is over.
  attempts int NOT NULL,
  -- Which server makes it now, and until when the others leave it alone.
  claim uuid,
  claimed_until timestamptz
);
ALTER TABLE report_run ENABLE ROW LEVEL SECURITY;

-- The runs around a time: the hour of the day in the months before, of and after it, by the clock of the zone. An hour that a clock leaves
-- out in spring is the one after it; of one that it has twice in autumn only one is a run.
CREATE FUNCTION report_runs(day int, hour int, zone text, around timestamptz)
  RETURNS TABLE (at timestamptz, month text) LANGUAGE sql STABLE
  BEGIN ATOMIC
    SELECT (first + make_interval(days => day - 1, hours => hour)) AT TIME ZONE zone,
      to_char(first - interval '1 month', 'YYYY-MM')
    FROM generate_series(-1, 1) AS shift,
      LATERAL (SELECT date_trunc('month', around AT TIME ZONE zone) + make_interval(months => shift) AS first) months;
  END;

CREATE FUNCTION next_report_run(day int, hour int, zone text, since timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (SELECT min(run.at) FROM report_runs(day, hour, zone, since) run WHERE run.at > since);

-- The month of the last run that was due: runs that were missed before it are not made up for.
CREATE FUNCTION due_report_month(day int, hour int, zone text, now timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT max(run.month) FROM report_runs(day, hour, zone, now) run WHERE run.at <= now);

-- What is planned anew is no attempt of before any more. Rows of runs are the product's own.
CREATE FUNCTION plan_report_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE report_run SET attempts = 0 WHERE schedule_id = NEW.id;
  NEW.next_run_at := CASE WHEN NEW.active AND NEW.deleted_at IS NULL
    THEN next_report_run(NEW.day, NEW.hour, NEW.time_zone, now()) END;
  RETURN NEW;
EXCEPTION WHEN invalid_parameter_value THEN
  RAISE EXCEPTION 'the time zone is not known' USING ERRCODE = '23514', CONSTRAINT = 'report_schedule_zone_known';
END
$$;
CREATE TRIGGER report_schedule_zone_known BEFORE INSERT ON report_schedule
  FOR EACH ROW EXECUTE FUNCTION plan_report_run();
CREATE TRIGGER report_schedule_planned BEFORE UPDATE ON report_schedule FOR EACH ROW
  WHEN ((OLD.day, OLD.hour, OLD.time_zone, OLD.active, OLD.deleted_at)
    IS DISTINCT FROM (NEW.day, NEW.hour, NEW.time_zone, NEW.active, NEW.deleted_at))
  EXECUTE FUNCTION plan_report_run();

CREATE TABLE report_recipient (
  schedule_id uuid NOT NULL REFERENCES report_schedule (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  unsubscribed_at timestamptz,
  PRIMARY KEY (schedule_id, user_id)
);
CREATE INDEX report_recipient_by_user ON report_recipient (user_id);
CALL protect_for_staff('report_recipient');

-- Rights come and go: they are asked when a report is sent. Here it is the company that counts, and that there are not too many.
CREATE FUNCTION check_report_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM user_account u JOIN report_schedule s ON s.id = NEW.schedule_id
    WHERE u.id = NEW.user_id AND u.customer_id IS NOT NULL AND u.customer_id <> s.customer_id
  ) THEN
    RAISE EXCEPTION 'the user belongs to another company' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER report_recipient_of_customer BEFORE INSERT ON report_recipient
  FOR EACH ROW EXECUTE FUNCTION check_report_recipient();

CREATE FUNCTION refuse_more_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM report_recipient WHERE schedule_id = NEW.schedule_id) >= 50 THEN
    RAISE EXCEPTION 'there are as many as there may be' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER report_recipient_at_most BEFORE INSERT ON report_recipient
  FOR EACH ROW EXECUTE FUNCTION refuse_more_recipients();

-- Why somebody is mailed no report of a customer; null where nothing is in the way. The account decides, as at a sign-in.
CREATE FUNCTION report_obstacle(person uuid, customer uuid) RETURNS text LANGUAGE sql STABLE
  RETURN (
    SELECT CASE
      WHEN u.disabled OR u.deleted_at IS NOT NULL THEN 'blocked'
      WHEN NOT EXISTS (SELECT FROM user_credential c WHERE c.user_id = u.id)
        AND NOT EXISTS (SELECT FROM user_identity i WHERE i.user_id = u.id) THEN 'invited'
      WHEN u.customer_id IS NOT NULL AND u.customer_id <> customer OR lacks_second_factor(u.id) OR EXISTS (
        SELECT needed FROM unnest(CASE WHEN u.customer_id IS NULL
          THEN ARRAY['customer.access', 'customer.read', 'machine.read.any'] ELSE ARRAY['customer.access'] END) AS needed
        EXCEPT SELECT permission FROM permission_source WHERE user_id = u.id
      ) THEN 'noAccess'
    END
    FROM user_account u WHERE u.id = person
  );
REVOKE EXECUTE ON FUNCTION report_obstacle FROM PUBLIC;

-- What became of the report of a month for one person. The key is why nobody gets a month twice.
CREATE TABLE report_delivery (
  schedule_id uuid NOT NULL REFERENCES report_schedule (id) ON DELETE CASCADE,
  month text NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  state text NOT NULL CONSTRAINT report_delivery_state_known CHECK (state IN ('queued', 'failed')),
  -- Why it failed.
  reason text,
  mail_id uuid REFERENCES mail (id) ON DELETE SET NULL,
  -- SHA-256 of the secret of its link.
  unsubscribe_hash bytea CONSTRAINT report_delivery_hash_unique UNIQUE,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (schedule_id, month, user_id)
);
CREATE INDEX report_delivery_by_user ON report_delivery (user_id);
CREATE INDEX report_delivery_by_mail ON report_delivery (mail_id);
ALTER TABLE report_delivery ENABLE ROW LEVEL SECURITY;

-- What became of a delivery in the words that people know: those of its mail once that is made.
CREATE FUNCTION report_delivery_outcome(delivery report_delivery) RETURNS text LANGUAGE sql STABLE
  RETURN CASE delivery.state WHEN 'queued' THEN coalesce(
    (SELECT CASE state WHEN 'kept' THEN 'stored' ELSE state END FROM mail WHERE id = delivery.mail_id), 'sent')
    ELSE delivery.state END;

-- Of the last run of a schedule. Rows of deliveries are the product's own; staff read what follows from them.
CREATE FUNCTION report_result(schedule uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (
    SELECT CASE
      WHEN run.claim IS NOT NULL OR 'waiting' = ANY (outcomes) THEN 'sending'
      WHEN 'failed' = ANY (outcomes) AND outcomes && ARRAY['sent', 'stored'] THEN 'sentToSome'
      WHEN 'failed' = ANY (outcomes) THEN 'failed'
      WHEN 'stored' = ANY (outcomes) THEN 'stored'
      WHEN 'sent' = ANY (outcomes) THEN 'sent'
      ELSE 'nobody'
    END
    FROM report_run run, LATERAL (
      SELECT array_agg(report_delivery_outcome(d)) AS outcomes FROM report_delivery d
      WHERE d.schedule_id = run.schedule_id AND d.month = run.month) last
    WHERE run.schedule_id = schedule
  );
REVOKE EXECUTE ON FUNCTION report_result FROM PUBLIC;
GRANT EXECUTE ON FUNCTION report_result TO packhouse_app;
