import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const [MACHINE, OTHER_OWN, FOREIGN] = ['VFFS-2214', 'VFFS-2215', 'FLW-1204'] as const
const app = useTestApp()
let customer: Caller
let staff: Caller

beforeAll(async () => {
  customer = await app.as('customer')
  staff = await app.as('staff')
})

beforeEach(async () => {
  await decide([MACHINE, OTHER_OWN], true)
})

async function decide(machine_ids: string[], shared: boolean, until: string | null = null) {
  return await customer.call('decideSharing', { body: { machine_ids, purpose: 'support', shared, until } })
}

async function stateOf(machineID: string) {
  const { machines } = await customer.call('mySharing')
  return machines.find((machine) => machine.machineID === machineID)
}

function seesIt(reader: Caller): Promise<boolean> {
  return reader.get(`/v1/ignition/machines/${MACHINE}`).then(({ status }) => status === 200)
}

async function stored(machineID: string) {
  const [row] = await app.sql<{ id: string; rowVersion: number; customerId: string }>(
    'SELECT id, row_version AS "rowVersion", customer_id AS "customerId" FROM machine WHERE machine_id = $1',
    [machineID],
  )
  if (row === undefined) throw new Error(`There is no machine ${machineID}.`)
  return row
}

/** Changes the owner as staff do: the answer comes after the product knows of it, which a statement of the test's own does not wait for. */
async function giveTo(customerId: string | null): Promise<void> {
  const { id, rowVersion } = await stored(MACHINE)
  const body = { rowVersion, customerId, locationId: null }
  const answer = await staff.request(`/v1/machines/${id}`, { method: 'PUT', body })
  expect(answer.status, answer.text).toBe(200)
}

describe('deciding', () => {
  test('a machine is shared for support and not for the benchmark until somebody decides', async () => {
    const other = await app.as('other')
    const { machines } = await other.call('mySharing')
    expect(machines.length).toBeGreaterThan(0)
    for (const { support, benchmark } of machines) {
      expect(support).toEqual({ shared: true, until: null, decidedAt: null, decidedBy: null })
      expect(benchmark).toEqual({ shared: false, until: null, decidedAt: null, decidedBy: null })
    }
  })

  test('stores who decided, when and until when, and shows all of it in the history', async () => {
    const end = new Date(Date.now() + 86_400_000).toISOString()
    const body = { machine_ids: [MACHINE, OTHER_OWN], purpose: 'benchmark' as const, shared: true, until: end }
    await customer.call('decideSharing', { body })
    const state = await stateOf(MACHINE)
    expect(state?.benchmark).toMatchObject({ shared: true, until: end, decidedBy: expect.stringMatching(/\w/) })
    expect(state?.support.shared).toBe(true)
    const { decisions } = await customer.call('sharingHistory', { query: { machineID: MACHINE } })
    expect(decisions[0]).toMatchObject({ machineID: MACHINE, purpose: 'benchmark', shared: true, until: end })
    const [entry] = await app.sql<{ before: object; after: object }>(
      `SELECT before, after FROM audit_entry WHERE resource = 'sharing' AND after ->> 'machineID' = $1 AND after ->> 'purpose' = 'benchmark'`,
      [MACHINE],
    )
    expect(entry).toMatchObject({ before: { shared: false }, after: { shared: true, until: end } })
  })

  test('all of the machines that are named change, or none', async () => {
    const body = { machine_ids: [MACHINE, FOREIGN], purpose: 'support', shared: false }
    expectProblem(await customer.post('/v1/ignition/sharing', body), 'not_found')
    expect((await stateOf(MACHINE))?.support.shared).toBe(true)
  })

  test('an end in the past, and an end of what is not shared, are refused', async () => {
    const body = { machine_ids: [MACHINE], purpose: 'support', shared: true, until: '2020-01-01T00:00:00Z' }
    expectProblem(await customer.post('/v1/ignition/sharing', body), 'invalid_request')
    const never = { ...body, shared: false, until: '2999-01-01T00:00:00Z' }
    expectProblem(await customer.post('/v1/ignition/sharing', never), 'invalid_request')
  })

  test('of two decisions that are stored at once the one with the later id applies', async () => {
    const store = (shared: boolean) =>
      app.sql(
        `INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared) SELECT id, customer_id, 'support', $2 FROM machine WHERE machine_id = $1`,
        [MACHINE, shared],
      )
    for (let round = 0; round < 20; round++) {
      await Promise.all([store(true), store(false), store(true), store(false)])
      const [newest] = await app.sql<{ decided: boolean; applied: boolean }>(
        `SELECT d.shared AS decided, s.support AS applied FROM sharing_decision d JOIN machine m ON m.id = d.machine_id
           JOIN machine_sharing s ON s.machine_key = m.key
         WHERE m.machine_id = $1 AND d.purpose = 'support' ORDER BY d.id DESC LIMIT 1`,
        [MACHINE],
      )
      expect(newest?.applied).toBe(newest?.decided)
    }
  })

  test('nobody decides without the permission', async () => {
    await app.sql(
      `DELETE FROM role_permission WHERE permission = 'sharing.decide' AND role_id = (SELECT id FROM role WHERE name = 'customer')`,
    )
    const body = { machine_ids: [MACHINE], purpose: 'support', shared: false }
    const refused = await (await app.signIn('customer')).post('/v1/ignition/sharing', body)
    await app.sql(
      `INSERT INTO role_permission (role_id, permission) SELECT id, 'sharing.decide' FROM role WHERE name = 'customer'`,
    )
    expectProblem(refused, 'permission_missing')
  })
})

describe('what is not shared', () => {
  test('staff no longer see from that moment on; they still know the machine and its plans', async () => {
    expect(await seesIt(staff)).toBe(true)
    await decide([MACHINE], false)
    expectProblem(await staff.get(`/v1/ignition/machines/${MACHINE}`), 'machine_not_shared')
    expect(await seesIt(customer)).toBe(true)
    expect((await staff.call('machineSharing', { params: { id: MACHINE } })).shared).toBe(false)
    expect((await staff.call('machineService', { params: { id: MACHINE } })).machineID).toBe(MACHINE)
    const { machines } = await staff.call('listMachines')
    const names = machines.map(({ machineID }) => machineID)
    expect(names).not.toContain(MACHINE)
    expect(names).toContain(OTHER_OWN)
    await decide([MACHINE], true)
    expect(await seesIt(staff)).toBe(true)
  })

  test('is counted in the fleet by what staff know of it anyway', async () => {
    await decide([MACHINE, OTHER_OWN], false)
    const { machines, notShared, customers } = await staff.call('fleet')
    const [row] = await app.sql<{ customer: string; model: string }>(
      `SELECT c.name AS customer, m.configuration_id AS model FROM machine m JOIN customer c ON c.id = m.customer_id WHERE m.machine_id = $1`,
      [MACHINE],
    )
    expect(notShared.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(2)
    const group = notShared.find(({ model }) => model === row?.model)
    expect(customers[group?.customer ?? -1]?.name).toBe(row?.customer)
    for (const one of notShared) expect(Object.keys(one).sort()).toEqual(['count', 'customer', 'model', 'type'])
    expect(machines.map(({ machineID }) => machineID)).not.toContain(MACHINE)
    await decide([MACHINE, OTHER_OWN], true)
    expect((await staff.call('fleet')).notShared).toEqual([])
  })

  test('leaves staff the due date of its service plans, and not what is left in cycles', async () => {
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [MACHINE])
    const make = async (name: string, trigger: string) => {
      const plan = { machineId: machine?.id, name, trigger, interval: 700 }
      const made = await staff.post('/v1/service-plans', plan)
      expect(made.status, made.text).toBe(201)
      return (made.body as { id: string }).id
    }
    const [byCycles, byDays] = [await make('Jaws', 'cycles'), await make('Belts', 'calendar')]
    // As if it had been served: a trigger works it out of what the machine has run.
    await app.sql(
      `ALTER TABLE service_plan DISABLE TRIGGER USER; UPDATE service_plan SET last_done_cycles = 12345, last_done_hours = 67 WHERE id = '${byCycles}';
       ALTER TABLE service_plan ENABLE TRIGGER USER`,
    )
    const ofStaff = async (id: string) => (await staff.get(`/v1/service-plans/${id}`)).body as Record<string, unknown>
    const onPage = async (reader: Caller) => {
      const { plans } = await reader.call('machineService', { params: { id: MACHINE } })
      return plans.find(({ id }) => id === byCycles)?.remaining
    }
    expect(await ofStaff(byCycles)).toMatchObject({ remaining: expect.any(Number), lastDoneCycles: 12_345 })
    expect(await onPage(staff)).toEqual(expect.any(Number))
    await decide([MACHINE], false)
    expect(await ofStaff(byCycles)).toMatchObject({ remaining: null, lastDoneCycles: null, lastDoneHours: null })
    expect(await ofStaff(byDays)).toMatchObject({ remaining: expect.any(Number), nextDue: expect.any(String) })
    expect(await onPage(staff)).toBeNull()
    expect(await onPage(customer)).toEqual(expect.any(Number))
  })

  test('ends by itself', async () => {
    await decide([MACHINE], true, new Date(Date.now() + 1_500).toISOString())
    expect(await seesIt(staff)).toBe(true)
    await until('the end of sharing', async () => !(await seesIt(staff)))
    expect((await stateOf(MACHINE))?.support.shared).toBe(false)
  })

  test('leaves the live stream of staff at once, and not that of the customer', async () => {
    const device = await app.device()
    const [ofStaff, ofCustomer] = [await app.stream(staff), await app.stream(customer)]
    await device.publish(MACHINE, { totalCycles: 11 })
    await ofStaff.until(MACHINE, ({ totalCycles }) => totalCycles === 11)
    await decide([MACHINE], false)
    const before = ofStaff.changesOf(MACHINE).length
    await device.publish(MACHINE, { totalCycles: 12 })
    await device.publish(OTHER_OWN, { totalCycles: 13 })
    await ofCustomer.until(MACHINE, ({ totalCycles }) => totalCycles === 12)
    await ofStaff.until(OTHER_OWN, ({ totalCycles }) => totalCycles === 13)
    expect(ofStaff.changesOf(MACHINE).length).toBe(before)
    await device.close()
  })

  test('stays so where staff give the machine to nobody', async () => {
    await decide([MACHINE], false)
    const { customerId } = await stored(MACHINE)
    await giveTo(null)
    expectProblem(await staff.get(`/v1/ignition/machines/${MACHINE}`), 'machine_not_shared')
    await giveTo(customerId)
    expect(await seesIt(customer)).toBe(true)
  })
})

describe('access for hours', () => {
  const ask = () =>
    staff.call('askForSupportAccess', { params: { id: MACHINE }, body: { reason: 'Film tears', hours: 4 } })
  const answer = (id: string, given: 'grant' | 'refuse' | 'end') =>
    customer.call('answerSupportAccess', { params: { id }, body: { answer: given } })
  const asked = async () => {
    const { items } = await customer.call('mySupportAccess')
    return items.find(({ status }) => status === 'asked')?.id ?? ''
  }

  beforeEach(async () => {
    const open = await asked()
    if (open !== '') await answer(open, 'refuse')
    // As if the tests before were of another day.
    await app.sql(`UPDATE support_access SET asked_at = asked_at - interval '1 day'`)
  })

  test('staff ask, the customer grants and ends it; all of it is in the audit', async () => {
    await decide([MACHINE], false)
    const { access } = await ask()
    expect(access[0]).toMatchObject({ status: 'asked', reason: 'Film tears', hours: 4, askedBy: expect.any(String) })
    expect(await seesIt(staff)).toBe(false)
    const id = await asked()
    const granted = await answer(id, 'grant')
    const hours = (Date.parse(granted.items[0]?.endsAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(3.9)
    expect(hours).toBeLessThanOrEqual(4)
    expect(await seesIt(staff)).toBe(true)
    await answer(id, 'end')
    expect(await seesIt(staff)).toBe(false)
    const entries = await app.sql<{ action: string; status: string }>(
      `SELECT action, after ->> 'status' AS status FROM audit_entry WHERE resource = 'supportAccess' AND row_id = $1 ORDER BY id`,
      [id],
    )
    expect(entries).toEqual([
      { action: 'create', status: 'asked' },
      { action: 'update', status: 'granted' },
      { action: 'update', status: 'ended' },
    ])
  })

  test('ends by itself', async () => {
    await decide([MACHINE], false)
    await ask()
    const id = await asked()
    await answer(id, 'grant')
    expect(await seesIt(staff)).toBe(true)
    await app.sql(`UPDATE support_access SET ends_at = now() + interval '1 s' WHERE id = $1`, [id])
    await until('the end of the access', async () => !(await seesIt(staff)))
    const { items } = await customer.call('mySupportAccess')
    expect(items.find((item) => item.id === id)?.status).toBe('ended')
  })

  test('ends where the machine becomes another one’s, who has not granted it', async () => {
    await decide([MACHINE], false)
    await ask()
    const id = await asked()
    await answer(id, 'grant')
    const [own, foreign] = [await stored(MACHINE), await stored(FOREIGN)]
    await giveTo(foreign.customerId)
    const access = await app.sql<{ status: string; ended: boolean }>(
      'SELECT status, ends_at <= now() AS ended FROM support_access WHERE id = $1',
      [id],
    )
    const [sharing] = await app.sql<{ access_until: Date | null }>(
      'SELECT access_until FROM machine_sharing s JOIN machine m ON m.key = s.machine_key WHERE m.machine_id = $1',
      [MACHINE],
    )
    await giveTo(own.customerId)
    expect(access).toEqual([{ status: 'ended', ended: true }])
    expect(sharing?.access_until).toBeNull()
    expect(await seesIt(customer)).toBe(true)
    expect(await seesIt(staff)).toBe(false)
  })

  test('is mailed once to those people of the customer who decide, and to nobody else', async () => {
    const people = (names: string[], customerOf: string) =>
      app.sql<{ id: string }>(
        `INSERT INTO user_account (email, first_name, last_name, customer_id, disabled, language)
         SELECT name || '@asked.example', name, 'Berg', m.customer_id, name = 'off', CASE WHEN name = 'de' THEN 'de' END
         FROM unnest($1::text[]) name, machine m WHERE m.machine_id = $2 RETURNING id`,
        [names, customerOf],
      )
    await app.sql(`DELETE FROM mail WHERE subject LIKE '%${MACHINE}'`)
    await people(['without'], MACHINE)
    const holders = [...(await people(['de', 'off'], MACHINE)), ...(await people(['foreign'], FOREIGN))]
    await app.sql(
      `INSERT INTO user_role (user_id, role_id) SELECT given, r.id FROM unnest($1::uuid[]) given, role r WHERE r.name = 'customer'`,
      [holders.map(({ id }) => id)],
    )
    await decide([MACHINE], false)
    await ask()
    expectProblem(
      await staff.post(`/v1/ignition/machines/${MACHINE}/support-access`, { reason: 'Again', hours: 1 }),
      'not_usable',
    )
    const mails = await app.sql<{ recipient: string; subject: string; body: string }>(
      `SELECT recipient, subject, body FROM mail WHERE subject LIKE '%${MACHINE}' ORDER BY recipient`,
    )
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['customer@packhouse.example', `Support asks for access to ${MACHINE}`],
      ['de@asked.example', `Der Support bittet um Zugriff auf ${MACHINE}`],
    ])
    expect(mails[0]?.body).toMatch(/asks to see what VFFS-2214 reports, for 4 hours\.\n\nWhy: Film tears\n/)
    expect(mails[0]?.body).toContain('/data/sharing')
  })

  test('is asked for once, only of what is not shared, and answered once', async () => {
    const again = () => staff.post(`/v1/ignition/machines/${MACHINE}/support-access`, { reason: 'A fault', hours: 1 })
    expectProblem(await again(), 'not_usable')
    await decide([MACHINE], false)
    await ask()
    expectProblem(await again(), 'not_usable')
    const id = await asked()
    const foreign = await (await app.as('other')).post(`/v1/ignition/support-access/${id}/answer`, { answer: 'grant' })
    expectProblem(foreign, 'not_found')
    await answer(id, 'refuse')
    expect(await seesIt(staff)).toBe(false)
    expectProblem(await customer.post(`/v1/ignition/support-access/${id}/answer`, { answer: 'grant' }), 'not_usable')
  })

  test('is asked for three times in 24 hours at most, also where each is refused; nobody is mailed of more', async () => {
    await decide([MACHINE], false)
    await app.sql(`DELETE FROM mail WHERE subject LIKE '%${MACHINE}'`)
    for (let times = 0; times < 3; times++) {
      await ask()
      await answer(await asked(), 'refuse')
    }
    const mailed = () => app.sql(`SELECT FROM mail WHERE subject LIKE '%${MACHINE}'`)
    const before = (await mailed()).length
    expect(before).toBeGreaterThanOrEqual(3)
    const refused = await staff.post(`/v1/ignition/machines/${MACHINE}/support-access`, { reason: 'Again', hours: 1 })
    expectProblem(refused, 'not_usable')
    expect(refused.text).toContain('3 times in the last 24 hours')
    expect(await mailed()).toHaveLength(before)
    await app.sql(`UPDATE support_access SET asked_at = asked_at - interval '1 day'`)
    await ask()
    expect(await mailed()).toHaveLength((before * 4) / 3)
  })
})
