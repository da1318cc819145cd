-- Works with code from: 0083

-- Tells every process of what it would ask for again and again otherwise: each asked once or twice a second, at rest too (decision 0105). A
-- process that does not hear it asks every 10 s.
CREATE FUNCTION tell_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END
$$;
CREATE TRIGGER alarm_rule_told AFTER INSERT OR UPDATE OR DELETE ON alarm_rule
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('alarm_rule');
CREATE TRIGGER tag_map_told AFTER INSERT OR UPDATE OR DELETE ON tag_map
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('tag_map');
CREATE TRIGGER mqtt_subscriber_told AFTER INSERT OR UPDATE OR DELETE ON mqtt_subscriber
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('mqtt_subscriber');
CREATE TRIGGER opcua_connection_told AFTER INSERT OR UPDATE OR DELETE ON opcua_connection
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('opcua_connection');
CREATE TRIGGER log_debug_told AFTER INSERT OR UPDATE OR DELETE ON log_debug
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('log_debug');

-- What a machine shows of its customer, its location and the country of that. A machine that gets another one is told of by itself (0064).
CREATE TRIGGER customer_told AFTER UPDATE ON customer FOR EACH STATEMENT EXECUTE FUNCTION tell_of_machine();
CREATE TRIGGER location_told AFTER UPDATE ON location FOR EACH STATEMENT EXECUTE FUNCTION tell_of_machine();
CREATE TRIGGER country_told AFTER UPDATE ON country FOR EACH STATEMENT EXECUTE FUNCTION tell_of_machine();
