import { permissionDescriptions } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { makeProject, waysOfChanging } from './estimator-rows.ts'

const RACES = 1_000
const RACING = 100
/** The bench makes 10,000 of them. */
const STALE_WRITES = 2_000
/** Seconds where nothing else runs. */
const PATIENCE_MS = 120_000

const app = useTestApp()
let staff: Caller
let seller: Caller

beforeAll(async () => {
  staff = await app.as('staff')
  seller = await new Maker(app).account(Object.keys(permissionDescriptions))
})

test(
  `one of ${RACES} windows that begin at once gets a free project`,
  async () => {
    const held = await makeProject(staff)
    await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
    const statuses: number[] = []
    for (let begun = 0; begun < RACES; begun += RACING) {
      const racing = Array.from({ length: RACING }, async (_, place) => {
        const caller = place % 2 === 0 ? staff : seller
        const body = { session: crypto.randomUUID() }
        return (await caller.post(`/v1/estimator/projects/${held.id}/lock/acquire`, body)).status
      })
      statuses.push(...(await Promise.all(racing)))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 423)).toHaveLength(RACES - 1)
  },
  PATIENCE_MS,
)

test(
  `none of ${STALE_WRITES} writes with the token of a lock that was taken over changes anything`,
  async () => {
    const held = await makeProject(staff)
    const ways = await waysOfChanging(held)
    const writes = Array.from({ length: Math.ceil(STALE_WRITES / ways.length) }, () => ways)
    const body = { session: crypto.randomUUID(), reason: 'Test' }
    await seller.call('forceLock', { params: { id: held.id }, body })
    const before = await held.read()
    for (const round of writes) {
      const answers = await Promise.all(round.map(([method, path, body]) => held.send(method, path, body)))
      expect(answers.map(({ status }) => status)).toEqual(round.map(() => 409))
    }
    expect(await held.read()).toEqual(before)
  },
  PATIENCE_MS,
)
