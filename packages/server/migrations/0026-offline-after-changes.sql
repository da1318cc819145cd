-- What 'offline after' of a machine was before it was changed, so that a change moves nothing of the past, however late
-- records come. A machine that was never changed since its first record has no row.
CREATE TABLE stale_after_change (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  -- Until then it was so many seconds; the last one ends where machine.stale_after_seconds begins.
  until_at timestamptz NOT NULL,
  seconds int NOT NULL,
  PRIMARY KEY (machine_key, until_at)
);
-- Only the product reads it, on behalf of nobody.
ALTER TABLE stale_after_change ENABLE ROW LEVEL SECURITY;

-- Before the first record there is no past. A change takes effect after 5 s: by then every server has read it, so that what is
-- counted at once and what is counted again later come to the same.
CREATE FUNCTION note_stale_after_change() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO stale_after_change (machine_key, until_at, seconds)
  SELECT OLD.key, date_trunc('milliseconds', now()) + interval '5 seconds', OLD.stale_after_seconds
  WHERE EXISTS (SELECT FROM latest WHERE machine_key = OLD.key)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_stale_after_change AFTER UPDATE OF stale_after_seconds ON machine
  FOR EACH ROW WHEN (OLD.stale_after_seconds IS DISTINCT FROM NEW.stale_after_seconds)
  EXECUTE FUNCTION note_stale_after_change();
