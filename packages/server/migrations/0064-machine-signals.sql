-- Tells every process of changes of the registration of machines, which reads them again. One that does not hear it asks every 2 s.
CREATE FUNCTION tell_of_machine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY machine;
  RETURN NULL;
END
$$;
CREATE TRIGGER machine_told AFTER INSERT OR UPDATE OR DELETE ON machine FOR EACH STATEMENT EXECUTE FUNCTION tell_of_machine();
