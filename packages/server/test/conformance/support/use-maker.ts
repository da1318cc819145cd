import { EMPTY_LIBRARY } from '../../library/library-rows.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { Maker } from './maker.ts'

/** The status of subscribers, connections and webhooks changes by itself while rows are compared: here it is left out. */
const MASKED = `
  CREATE FUNCTION packhouse_test_untold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER untold BEFORE INSERT ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION packhouse_test_untold();
  CREATE TRIGGER untold BEFORE INSERT ON mqtt_subscriber_state FOR EACH ROW EXECUTE FUNCTION packhouse_test_untold();
  CREATE TRIGGER untold BEFORE INSERT ON opcua_connection_state FOR EACH ROW EXECUTE FUNCTION packhouse_test_untold()`

/** Projects are changed here by whoever asks: their edit lock has tests of its own. */
export const WITHOUT_EDIT_LOCKS =
  'CREATE OR REPLACE FUNCTION hold_edit_lock(projects uuid[]) RETURNS void LANGUAGE sql RETURN NULL'

/**
 * The product for one file, and what makes rows in it: without the sample library, whose lists take long to read again and again, and without
 * jobs, which make rows by themselves a minute after the start.
 */
export function useMaker() {
  const app = useTestApp({ environment: { JOBS: 'off' }, prepare: `${EMPTY_LIBRARY};${MASKED};${WITHOUT_EDIT_LOCKS}` })
  return { app, maker: new Maker(app) }
}
