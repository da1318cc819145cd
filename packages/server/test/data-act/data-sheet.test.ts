import { beforeAll, expect, test } from 'vitest'
import { takeModelSheets } from '../../src/data-act/model-sheets.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const [OWN, OWN_TOO, FOREIGN] = ['VFFS-2214', 'VFFS-2215', 'VFFS-2301'] as const
const MODEL = 'SHEET-1'
const app = useTestApp()
let customer: Caller
let staff: Caller

beforeAll(async () => {
  customer = await app.as('customer')
  staff = await app.as('staff')
  await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = ANY ($2)', [
    MODEL,
    [OWN, OWN_TOO, FOREIGN],
  ])
})

const read = async (who: Caller, id: string = OWN) => await who.call('machineDataSheet', { params: { id } })

/** What a machine sent last. */
async function sent(id: string, data: object, temperature: number | null = null) {
  await app.sql(
    `INSERT INTO latest (machine_key, at, temperature, machine_data) SELECT key, now(), $2, $3::jsonb FROM machine WHERE machine_id = $1
     ON CONFLICT (machine_key) DO UPDATE SET temperature = excluded.temperature, machine_data = excluded.machine_data`,
    [id, temperature, JSON.stringify(data)],
  )
}

/** A machine sent so many records on each of the last days that are over. */
async function counted(id: string, recordsPerDay: number) {
  await app.sql(`SELECT ensure_day(day::date) FROM generate_series(current_date - 6, current_date, '1 day') AS day`)
  await app.sql(
    `INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum, humidity_count,
       running_ms, idle_ms, stopped_ms, faulted_ms, rejects)
     SELECT key, date_trunc('day', now(), 'UTC') - day * interval '1 day', $2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM machine, generate_series(1, 4) AS day
     WHERE machine_id = $1 ON CONFLICT (machine_key, at) DO UPDATE SET records = excluded.records`,
    [id, recordsPerDay],
  )
}

/** A machine sent records on this day and the one before. */
async function records(id: string) {
  await app.sql(`SELECT ensure_day(day::date) FROM generate_series(current_date - 2, current_date + 1, '1 day') AS day`)
  await app.sql(
    `INSERT INTO record (machine_key, at, received_at, machine_state, total_cycles) SELECT key, now() - n * interval '1 minute', now(), 'Running', 1000
     FROM machine, generate_series(1, 60) AS n WHERE machine_id = $1`,
    [id],
  )
}

/** Bytes of a record as text. */
async function bytesOf(ids: readonly string[]): Promise<number> {
  const [size] = await app.sql<{ bytes: number }>(
    `SELECT avg(octet_length((jsonb_strip_nulls(to_jsonb(r)) - 'machine_key' - 'received_at')::text))::float8 AS bytes FROM record r
       JOIN machine m ON m.key = r.machine_key WHERE m.machine_id = ANY ($1) AND at > now() - interval '2 days'`,
    [ids],
  )
  return size?.bytes ?? 0
}

async function share(id: string, shared: boolean) {
  await app.sql(
    `INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared) SELECT id, customer_id, 'benchmark', $2 FROM machine WHERE machine_id = $1`,
    [id, shared],
  )
}

/** A customer answers to an agreement. */
async function accept(code: string, accepted: boolean) {
  await app.sql(
    `WITH agreement AS (INSERT INTO data_use_agreement (customer_id, version, agreed_on, purposes) SELECT id, '1', current_date, 'Data sheets' FROM customer WHERE code = $1 RETURNING *)
     INSERT INTO data_use_answer (agreement_id, customer_id, accepted, version, sha256)
     SELECT id, customer_id, $2, version, data_use_sha256(version, purposes, text, agreed_on, ended_on) FROM agreement`,
    [code, accepted],
  )
}

/** Works the sheets out as the job of another process would. */
async function takeSheets() {
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    await takeModelSheets(database, Date.now())
  } finally {
    await database.stop()
  }
}

/** What was worked out is of the day before. */
async function nextDay() {
  await app.sql(`UPDATE model_data_sheet_snapshot SET through = through - 1`)
}

test('before anything was sent it names what every machine reports, and says that the amount is assumed', async () => {
  const sheet = await read(customer)
  expect(sheet).toMatchObject({ machineID: OWN, model: MODEL, states: ['Running', 'Idle', 'Stopped', 'Faulted'] })
  expect(sheet.values.map(({ name }) => name)).toEqual(['machineState', 'totalCycles', 'cyclesPerMin'])
  // One every ten seconds, of 160 bytes.
  expect(sheet.amount).toEqual({ basis: 'assumed', recordsPerDay: 8_600, bytesPerMonth: 41_000_000 })
  expect(sheet.keeps).toEqual({ recordsDays: 400, minutesDays: 400, hoursDays: 3_650 })
})

test('readings of the own machine are named to its customer alone, as it sends them now', async () => {
  await sent(OWN, { FilmTension: 12, 'Jaw (°C)': 150, OwnRecipe: 'a' }, 21)
  await sent(FOREIGN, { FilmTension: 14, 'Secret of Meridian': true })
  const own = await read(customer)
  expect(own.values.slice(3)).toEqual([
    { name: 'temperature', kind: 'temperature', dataType: 'number', unit: '°C' },
    { name: 'FilmTension', kind: 'other', dataType: 'number', unit: null },
    { name: 'Jaw (°C)', kind: 'other', dataType: 'number', unit: '°C' },
    { name: 'OwnRecipe', kind: 'other', dataType: 'text', unit: null },
  ])
  // A sheet of staff goes with a quote to somebody else, and nobody has agreed to that.
  expect((await read(staff)).values).toHaveLength(3)
  for (const sheet of [own, await read(staff)]) expect(JSON.stringify(sheet)).not.toContain('Secret')
})

test('tags that are declared for the model have their units', async () => {
  const entry = { address: 'a', role: 'other', dataType: 'number', unit: 'bar' }
  const made = await staff.post('/v1/ignition/tag-maps', {
    ...{ name: 'Bagger', source: 'json', machineType: 'sheet-1', topicFilter: 'lines/{machineID}' },
    entries: [{ ...entry, canonicalTag: 'JawPressure' }],
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body as { id: string }
  await app.sql('UPDATE tag_map SET active_version = version WHERE id = $1', [id])
  expect((await read(staff)).values.find(({ name }) => name === 'JawPressure')).toEqual({
    ...{ name: 'JawPressure', kind: 'other', dataType: 'number', unit: 'bar' },
  })
  expect((await read(staff, 'FLW-1204')).values.some(({ name }) => name === 'JawPressure')).toBe(false)
})

test('the amount is that of the own machine, which is measured now', async () => {
  await records(OWN)
  await counted(OWN, 2_000)
  await counted(OWN_TOO, 9_000)
  const bytes = Math.round(Number((2_000 * (await bytesOf([OWN])) * 30).toPrecision(2)))
  expect((await read(customer)).amount).toEqual({ basis: 'own', recordsPerDay: 2_000, bytesPerMonth: bytes })
  expect((await read(staff)).amount.basis).toBe('assumed')
  await counted(OWN, 4_000)
  expect((await read(customer)).amount.recordsPerDay).toBe(4_000)
})

test('figures of a model are of the day, of five machines of three customers that share them for the benchmark', async () => {
  const fleet: [code: string, id: string, recordsPerDay: number][] = [
    ['SHEET-A', 'SH-A1', 1_000],
    ['SHEET-A', 'SH-A2', 2_000],
    ['SHEET-B', 'SH-B1', 3_000],
    ['SHEET-B', 'SH-B2', 4_000],
    ['SHEET-C', 'SH-C1', 5_000],
    // Shared by nobody, and so many that it would be seen.
    ['SHEET-C', 'SH-C2', 700_000],
  ]
  for (const [code, id, recordsPerDay] of fleet) {
    await app.sql(
      `INSERT INTO customer (code, name, currency, status) VALUES ($1, $1, 'EUR', 'active') ON CONFLICT DO NOTHING`,
      [code],
    )
    await app.sql(
      `INSERT INTO machine (machine_id, customer_id, configuration_id, description) SELECT $1, id, $2, $1 FROM customer WHERE code = $3`,
      [id, MODEL, code],
    )
    await sent(id, { SharedName: 1, [`Own ${id}`]: 1, ...(id !== 'SH-A1' && { FourSendIt: 1 }) })
    await records(id)
    await counted(id, recordsPerDay)
  }
  const shared = fleet.map(([, id]) => id).filter((id) => id !== 'SH-C2')
  // Four are not enough, whatever else the fifth sends.
  for (const id of shared.slice(1)) await share(id, true)
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('assumed')
  expect((await read(staff)).values.some(({ name }) => name === 'SharedName')).toBe(false)

  await share('SH-A1', true)
  // It is of the day: nothing changes before the next one.
  expect((await read(staff)).amount.basis).toBe('assumed')
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('assumed')
  await nextDay()
  await takeSheets()
  const found = await read(staff)
  const sizes: number[] = []
  for (const id of shared) sizes.push(await bytesOf([id]))
  const [, , size = 0] = sizes.toSorted((one, other) => one - other)
  const bytes = Math.round(Number((3_000 * size * 30).toPrecision(2)))
  expect(found.amount).toEqual({ basis: 'measured', recordsPerDay: 3_000, bytesPerMonth: bytes })
  const readings = found.values.map(({ name }) => name)
  expect(readings).toContain('SharedName')
  expect(readings.filter((name) => name === 'FourSendIt' || name.startsWith('Own'))).toEqual([])
  // A customer with a machine that has sent nothing reads those of the model too.
  await app.sql(`DELETE FROM hour_rollup WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1)`, [
    OWN_TOO,
  ])
  expect((await read(customer, OWN_TOO)).amount).toEqual(found.amount)

  // What they send meanwhile changes no answer before the job ran.
  for (const id of shared) await counted(id, 90_000)
  await sent('SH-A1', { FourSendIt: 1 })
  expect(await read(staff)).toEqual(found)
  await nextDay()
  await takeSheets()
  expect((await read(staff)).amount.recordsPerDay).toBe(90_000)
  expect((await read(staff)).values.map(({ name }) => name)).toContain('FourSendIt')

  // What a machine sent for a customer before the present one is no figure either.
  const isOne = `machine_key = (SELECT key FROM machine WHERE machine_id = 'SH-C1')`
  await app.sql(
    `INSERT INTO machine_ownership (machine_key, since, until, present_customer_id)
     SELECT key, now() - interval '40 days', now(), customer_id FROM machine WHERE machine_id = 'SH-C1'`,
  )
  await nextDay()
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('assumed')
  expect((await read(staff)).values.map(({ name }) => name)).not.toContain('SharedName')
  await app.sql(`DELETE FROM machine_ownership WHERE until IS NOT NULL AND ${isOne}`)

  // One that is not shared any more is in no later snapshot, and two customers are too few.
  await app.sql(
    `UPDATE machine SET customer_id = (SELECT id FROM customer WHERE code = 'SHEET-B') WHERE machine_id = 'SH-C1'`,
  )
  await nextDay()
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('assumed')
  await app.sql(
    `UPDATE machine SET customer_id = (SELECT id FROM customer WHERE code = 'SHEET-C') WHERE machine_id = 'SH-C1'`,
  )
  await share('SH-C1', true)
  await nextDay()
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('measured')
  await app.sql(`UPDATE model_data_sheet_snapshot SET through = through - 5`)
  expect((await read(staff)).amount.basis).toBe('assumed')

  // An agreement that was accepted counts as well, though not of machines that staff do not see, nor one that was declined.
  await share('SH-C1', false)
  await accept('SHEET-C', false)
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('assumed')
  await accept('SHEET-C', true)
  await app.sql(
    `INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared) SELECT id, customer_id, 'support', false FROM machine WHERE machine_id = 'SH-C2'`,
  )
  await nextDay()
  await takeSheets()
  expect((await read(staff)).amount).toMatchObject({ basis: 'measured', recordsPerDay: 90_000 })

  // One that is shared for the benchmark by a customer who has declined the maker's own use is in no later one.
  await share('SH-C1', true)
  await accept('SHEET-C', false)
  await nextDay()
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('assumed')
  await accept('SHEET-C', true)
  await nextDay()
  await takeSheets()
  expect((await read(staff)).amount.basis).toBe('measured')
})

test('days of the customer are named, and machines of others are not there', async () => {
  await app.sql(
    `UPDATE customer SET keep_records_days = 30, keep_minutes_days = 10, keep_hours_days = 90 WHERE code = 'NORDFJELL'`,
  )
  expect((await read(customer)).keeps).toEqual({ recordsDays: 30, minutesDays: 30, hoursDays: 90 })
  expectProblem(await customer.get(`/v1/ignition/machines/${FOREIGN}/data-sheet`), 'not_found')
  expectProblem(await customer.post('/v1/pdf/generate', { type: 'dataSheet', id: FOREIGN }), 'not_found')
  const made = await customer.post('/v1/pdf/generate', { type: 'dataSheet', id: OWN })
  expect([made.status, made.text.slice(0, 5)]).toEqual([200, '%PDF-'])
})
