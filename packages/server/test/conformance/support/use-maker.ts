import { useTestApp } from '../../support/use-test-app.ts'
import { Maker } from './maker.ts'

/** The status of subscribers and connections changes by itself while rows are compared: here it is left out. */
const MASKED = `
  CREATE FUNCTION packhouse_test_untold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER untold BEFORE INSERT ON mqtt_subscriber_state FOR EACH ROW EXECUTE FUNCTION packhouse_test_untold();
  CREATE TRIGGER untold BEFORE INSERT ON opcua_connection_state FOR EACH ROW EXECUTE FUNCTION packhouse_test_untold()`

/** The product for one file, and what makes rows in it. */
export function useMaker() {
  const app = useTestApp({ prepare: MASKED })
  return { app, maker: new Maker(app) }
}
