import { zstdDecompressSync } from 'node:zlib'
import {
  applyListChanges,
  type MachineList,
  machineColumnsSchema,
  machineListChangesSchema,
  readColumns,
  sampleFleet,
} from '@packhouse/contract'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MINUTE_MS = 60_000
const LIST = '/v1/ignition/machines/me'

const app = useTestApp()
let customer: Caller
let device: Device

beforeAll(async () => {
  customer = await app.as('customer')
  device = await app.device()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Moves the clock of the server on, which runs in this process; timers go on as they are. */
function moveClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString()
}

describe('the list of machines', () => {
  test('has the machines of the customer in the order of their ids, with what is registered of them', async () => {
    const { count, machines } = await customer.call('listMachines')
    const own = sampleFleet.filter((machine) => machine.customer === 'NORDFJELL')
    expect(count).toBe(own.length)
    expect(machines.map((machine) => machine.machineID)).toEqual(own.map((machine) => machine.machineID).toSorted())
    const { machineID, description, location } = own[0] ?? {}
    const [days] = await app.sql<{ lastService: string; nextDue: string }>(
      `SELECT last_service::text AS "lastService", next_due::text AS "nextDue" FROM machine WHERE machine_id = $1`,
      [machineID],
    )
    expect([days?.lastService, days?.nextDue]).not.toContain(null)
    expect(machines.find((machine) => machine.machineID === machineID)).toMatchObject({
      description,
      location,
      ...days,
      configurationId: 'VFFS-2210',
    })
  })

  test('has the zone of its location as soon as that is saved, and so has the heat map', async () => {
    const staff = await app.as('staff')
    const machineID = sampleFleet.find((machine) => machine.customer === 'NORDFJELL')?.machineID ?? ''
    const [at] = await app.sql<{ location: string }>(
      'SELECT location_id AS location FROM machine WHERE machine_id = $1',
      [machineID],
    )
    const zones = async () => {
      const { machines } = await customer.call('listMachines')
      const { timeZone } = await staff.call('getMachine', { params: { id: machineID } })
      const heat = await staff.call('machineHeatmap', { query: { machineID } })
      return [machines.find((machine) => machine.machineID === machineID)?.timeZone, timeZone, heat.timeZone]
    }
    const save = async (path: string, timezone: string) => {
      const { body } = await staff.get(path)
      const { rowVersion, timezone: before } = body as { rowVersion: number; timezone: string }
      const saved = await staff.request(path, { method: 'PUT', body: { rowVersion, timezone } })
      expect(saved.status, saved.text).toBe(200)
      return before
    }
    // Without the signal, which can get lost: the answer alone has to show it.
    const withSignals = (is: 'ENABLE' | 'DISABLE') => app.sql(`ALTER TABLE location ${is} TRIGGER location_told`)
    await withSignals('DISABLE')
    const location = `/v1/locations/${at?.location}`
    const before = await save(location, 'Asia/Kathmandu')
    expect(new Set(await zones())).toEqual(new Set(['Asia/Kathmandu']))
    await save(location, before)
    await withSignals('ENABLE')
  })

  test('is the same under both its addresses, and its ids are those of the id list', async () => {
    const [all, mine, ids] = await Promise.all([
      customer.call('listMachines'),
      customer.call('myMachines'),
      customer.call('listMachineIds'),
    ])
    expect(mine).toEqual(all)
    expect(ids).toEqual({ count: all.count, ids: all.machines.map((machine) => machine.machineID) })
  })

  test('leaves the history out unless it is asked for', async () => {
    const { machines } = await customer.call('myMachines')
    for (const machine of machines) expect(machine).not.toHaveProperty('cycleCounts')
    const history = await customer.call('myMachines', { query: { includeHistory: 'true' } })
    for (const machine of history.machines) expect(machine.cycleCounts?.hours).toBe(3)
  })

  test.each(['1', '2', '3'])(
    'gives with hours=%s totals that are the sums of their entries within the window',
    async (hours) => {
      // No minute ends in the meantime.
      moveClock(0)
      const records = Array.from({ length: 170 }, (_, i) => ({
        lastSeen: ago((175 - i) * MINUTE_MS),
        totalCycles: i * i,
      }))
      await device.publishAll('VFFS-2214', records)
      const before = Date.now()
      const { machines } = await customer.call('myMachines', { query: { includeHistory: 'true', hours } })
      for (const { cycleCounts } of machines) {
        const entries = cycleCounts?.entries ?? []
        expect(cycleCounts?.total).toBe(entries.reduce((sum, entry) => sum + entry.value, 0))
        const times = entries.map((entry) => Date.parse(entry.time))
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        for (const time of times) {
          expect(time % MINUTE_MS).toBe(0)
          expect(time).toBeGreaterThan(before - (Number(hours) * 60 + 1) * MINUTE_MS)
        }
      }
      const entries = machines.find((machine) => machine.machineID === 'VFFS-2214')?.cycleCounts?.entries
      expect(entries?.length).toBeGreaterThan(Number(hours) * 60 - 15)
    },
  )

  test('gives the history of one machine as it gives it in the list', async () => {
    moveClock(0)
    const { machines } = await customer.call('myMachines', { query: { includeHistory: 'true' } })
    for (const { machineID, cycleCounts } of machines) {
      const one = await customer.call('getMachine', { params: { id: machineID }, query: { includeHistory: 'true' } })
      expect(one.cycleCounts).toEqual(cycleCounts)
    }
  })
})

describe('the ETag of the list', () => {
  async function etagOf(path: string): Promise<string> {
    return (await customer.get(path)).headers.etag ?? ''
  }

  async function statusWith(path: string, etag: string): Promise<number> {
    return (await customer.get(path, { 'if-none-match': etag })).status
  }

  const history = `${LIST}?includeHistory=true&hours=3`

  test.each([LIST, history, `${history.replace('hours=3', 'hours=1')}`])(
    'of %s answers 304 without a body while nothing changes',
    async (path) => {
      const etag = await etagOf(path)
      const answer = await customer.get(path, { 'if-none-match': etag })
      // A minute may have begun in between; then the next answer is about the new one.
      if (answer.status === 200 && path !== LIST) expect(answer.headers.etag).not.toBe(etag)
      else expect(answer.status).toBe(304)
      expect(await statusWith(LIST, await etagOf(LIST))).toBe(304)
    },
  )

  test('changes with a record of one of the machines', async () => {
    const [plain, full] = [await etagOf(LIST), await etagOf(history)]
    await device.publish('CRT-1130', { totalCycles: 1 })
    expect(await statusWith(LIST, plain)).toBe(200)
    expect(await statusWith(history, full)).toBe(200)
  })

  test('does not change with a record of a machine that the caller does not see', async () => {
    const etag = await etagOf(LIST)
    await device.publish('FLW-1204', { totalCycles: 1 })
    expect(await statusWith(LIST, etag)).toBe(304)
  })

  test('of a list with history changes with the minute, of one without it does not', async () => {
    const other = await app.as('other')
    const ofOther = async (path: string) => (await other.get(path)).headers.etag
    // A machine that falls silent meanwhile is a change: all are silent before.
    moveClock(5 * MINUTE_MS)
    await until('silent machines', async () =>
      (await other.call('listMachines')).machines.every(({ online }) => !online),
    )
    const [plain, full] = [await ofOther(`${LIST}?includeHistory=false`), await ofOther(history)]
    moveClock(MINUTE_MS)
    expect(await ofOther(history)).not.toBe(full)
    expect(await ofOther(`${LIST}?includeHistory=false`)).toBe(plain)
  })

  test('is another one for every question', async () => {
    const paths = [LIST, history, `${LIST}?includeHistory=true&hours=1`]
    expect(new Set(await Promise.all(paths.map(etagOf))).size).toBe(paths.length)
  })

  test('does not spare anybody the sign-in', async () => {
    const etag = await etagOf(LIST)
    expect((await app.anonymous.get(LIST, { 'if-none-match': etag })).status).toBe(401)
  })
})

test('a list with history is sent as columns to who asks for them, and differences go on from it', async () => {
  const history = `${LIST}?includeHistory=true&hours=3`
  await device.publish('CRT-1130', { totalCycles: 6 })
  const sent = await customer.get(history, { 'a-im': 'machine-columns' })
  const whole = await customer.get(history)
  expect(sent).toMatchObject({ status: 226, headers: { im: 'machine-columns' } })
  const list = readColumns(machineColumnsSchema.parse(sent.body))
  // A minute may have begun in between.
  if (sent.headers.etag === whole.headers.etag) expect(list).toEqual(whole.body)
  const known = { 'if-none-match': sent.headers.etag, 'a-im': 'machine-changes, machine-columns' }
  expect((await customer.get(history, known)).headers.im).not.toBe('machine-columns')
  expect((await customer.get(LIST, { 'a-im': 'machine-columns' })).status).toBe(200)
})

describe('what is new of a list', () => {
  const history = `${LIST}?includeHistory=true&hours=3`
  const differences = (etag: string | undefined) => ({ 'if-none-match': etag, 'a-im': 'machine-changes' })

  test('is answered to a caller who asks for it, and makes the list of now', async () => {
    const before = await customer.get(history)
    await device.publish('CRT-1130', { totalCycles: 7 })
    const changed = await customer.get(history, { ...differences(before.headers.etag), 'accept-encoding': 'zstd' })
    const now = await customer.get(history)
    expect(changed).toMatchObject({ status: 226, headers: { im: 'machine-changes' } })
    const changes = machineListChangesSchema.parse(
      changed.body ?? JSON.parse(String(zstdDecompressSync(changed.bytes))),
    )
    expect(changes.machines.map(({ machineID }) => machineID)).toContain('CRT-1130')
    // A minute may have begun in between; then the list is about that one.
    if (changed.headers.etag?.replace('.zstd', '') !== now.headers.etag) return
    expect(applyListChanges(before.body as MachineList, changes)).toEqual(now.body)
  })

  test('is nothing to whoever has the list of now, does not ask for it, or has the list of another customer', async () => {
    const { etag } = (await customer.get(LIST)).headers
    expect((await customer.get(LIST, differences(etag))).status).toBe(304)
    await device.publish('CRT-1130', { totalCycles: 8 })
    expect((await customer.get(LIST, { 'if-none-match': etag })).status).toBe(200)
    const other = await (await app.as('other')).get(LIST, differences(etag))
    expect(other.status).toBe(200)
    expect(other.text).not.toContain('CRT-1130')
  })
})

describe('one machine', () => {
  test('that has never published has no values and is neither online nor offline', async () => {
    const machine = await customer.call('getMachine', { params: { id: 'FLW-0904' } })
    expect(machine).toMatchObject({
      online: null,
      lastSeen: null,
      connected: false,
      totalCycles: null,
      machineData: {},
    })
  })

  test('has the newest value of every field, also of those that the newest record does not report', async () => {
    const id = 'PAL-0219'
    const began = ago(50_000)
    await device.publish(id, { lastSeen: ago(55_000), machineState: 'Held' })
    await device.publish(id, {
      ...{ lastSeen: began, totalCycles: 5, temperature: 21.5, machineState: 'Execute' },
      machineData: { film: 3 },
    })
    await device.publish(id, { cyclesPerMin: 17.5, humidity: 41, latitude: 60.39, longitude: 5.32 })
    await device.publish(id, { temperature: null })
    expect(await customer.call('getMachine', { params: { id } })).toMatchObject({
      name: id,
      machineID: id,
      online: true,
      connected: true,
      totalCycles: 5,
      cyclesPerMin: 17.5,
      customer: 'Nordfjell Seafood AS',
      machineState: 'Running',
      reportedState: 'Execute',
      stateSince: began,
      temperature: null,
      humidity: 41,
      latitude: 60.39,
      longitude: 5.32,
      machineData: { film: 3 },
      staleAfterSeconds: 60,
      designSpeed: expect.any(Number),
      timeZone: expect.any(String),
    })
  })
})

describe('the counters', () => {
  test('report what has come in and how the machines of the caller are', async () => {
    const before = await customer.call('ignitionHealth')
    const began = Date.now()
    await device.publish('CSP-0442', { totalCycles: 1 })
    await device.publish('CSP-0442', 'nonsense')
    const { status, ingest, machines } = await customer.call('ignitionHealth')
    expect(status).toBe('ok')
    expect(ingest).toMatchObject({
      received: before.ingest.received + 2,
      stored: before.ingest.stored + 1,
      refused: before.ingest.refused + 1,
      waiting: 0,
    })
    expect(Date.parse(ingest.lastCommitAt ?? '')).toBeGreaterThanOrEqual(began)
    expect(machines.online + machines.offline + machines.unknown).toBe(machines.total)
  })
})
