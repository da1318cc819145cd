-- Works with code from: 0124
-- Who sees to the plan of an ordered machine, and of which late steps people were reminded. The rules are in decision 0155.
ALTER TABLE ordered_machine ADD COLUMN responsible_id uuid REFERENCES user_account (id) ON DELETE SET NULL;
CREATE INDEX ordered_machine_of_responsible ON ordered_machine (responsible_id);

-- The name of the trigger is the rule.
CREATE FUNCTION ordered_machine_responsible() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM user_account WHERE id = NEW.responsible_id AND customer_id IS NOT NULL) THEN
    RAISE EXCEPTION 'the responsible person is not of the staff' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER ordered_machine_responsible BEFORE INSERT OR UPDATE OF responsible_id ON ordered_machine
  FOR EACH ROW EXECUTE FUNCTION ordered_machine_responsible();

-- A step of a plan that somebody was reminded of. A step that gets another day is reminded of again.
CREATE TABLE plan_step_reminder (
  ordered_machine_id uuid NOT NULL REFERENCES ordered_machine (id) ON DELETE CASCADE,
  step text NOT NULL CONSTRAINT plan_step_reminder_step_known
    CHECK (step IN ('factoryTest', 'delivery', 'installation', 'siteTest', 'training')),
  planned_on date NOT NULL,
  user_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (ordered_machine_id, step, planned_on)
);
CREATE INDEX plan_step_reminder_of_user ON plan_step_reminder (user_id, at);
ALTER TABLE plan_step_reminder ENABLE ROW LEVEL SECURITY;
