-- Works with code from: 0083

-- A value for a machine that is connected to another node than the one that was asked: that node takes it from here.
ALTER TABLE machine_command
  -- Absent where the node that was asked has sent it itself.
  ADD COLUMN handover text CONSTRAINT machine_command_handover_known CHECK (handover IN ('waiting', 'taken', 'sent', 'refused')),
  -- Why it was refused: code and words.
  ADD COLUMN refusal jsonb;
CREATE INDEX machine_command_waiting ON machine_command (id) WHERE handover = 'waiting';

CREATE FUNCTION tell_of_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY command;
  RETURN NULL;
END
$$;
CREATE TRIGGER command_told AFTER INSERT ON machine_command FOR EACH ROW WHEN (NEW.handover = 'waiting') EXECUTE FUNCTION tell_of_command();
