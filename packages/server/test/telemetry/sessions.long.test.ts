import { test, vi } from 'vitest'
import { loadOpcua } from '../../src/connect/opcua/library.ts'
import { checkCourses } from '../support/opcua/check-courses.ts'
import { checkSessions } from '../support/sparkplug/check-sessions.ts'

/** Of each kind; `SEED` makes others of them. */
const MANY = 10_000

test(`${MANY} sessions of edge nodes are stored as a perfect historian would hold them`, async () => {
  await checkSessions(MANY)
})

test(`${MANY} courses of sessions with OPC UA servers are stored as the servers had sent them`, async () => {
  await loadOpcua()
  vi.useFakeTimers()
  try {
    await checkCourses(MANY)
  } finally {
    vi.useRealTimers()
  }
})
