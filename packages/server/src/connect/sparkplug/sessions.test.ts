import { test } from 'vitest'
import { checkSessions } from '../../../test/support/sparkplug/check-sessions.ts'

/** More of them are in `npm run test:long`. */
const SESSIONS = 300

test(`${SESSIONS} sessions of edge nodes are stored as a perfect historian would hold them`, async () => {
  await checkSessions(SESSIONS)
})
