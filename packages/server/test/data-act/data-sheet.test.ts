import { beforeAll, expect, test } from 'vitest'
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
     WHERE machine_id = $1`,
    [id, recordsPerDay],
  )
}

test('before anything was sent it names what every machine reports, and says that the amount is assumed', async () => {
  const sheet = await read(customer)
  expect(sheet).toMatchObject({ machineID: OWN, model: MODEL, states: ['Running', 'Idle', 'Stopped', 'Faulted'] })
  expect(sheet.values.map(({ name }) => name)).toEqual(['machineState', 'totalCycles', 'cyclesPerMin'])
  // One every ten seconds, of 160 bytes.
  expect(sheet.amount).toEqual({ basis: 'assumed', recordsPerDay: 8_600, bytesPerMonth: 41_000_000 })
  expect(sheet.keeps).toEqual({ recordsDays: 400, minutesDays: 400, hoursDays: 3_650 })
})

test('readings that one customer alone sends are named to that customer alone', async () => {
  await sent(OWN, { FilmTension: 12, 'Jaw (°C)': 150, OwnRecipe: 'a' }, 21)
  await sent(FOREIGN, { FilmTension: 14, 'Secret of Meridian': true })
  const own = await read(customer)
  expect(own.values.slice(3)).toEqual([
    { name: 'temperature', kind: 'temperature', dataType: 'number', unit: '°C' },
    { name: 'FilmTension', kind: 'other', dataType: 'number', unit: null },
    { name: 'Jaw (°C)', kind: 'other', dataType: 'number', unit: '°C' },
    { name: 'OwnRecipe', kind: 'other', dataType: 'text', unit: null },
  ])
  // A sheet of staff goes with a quote to somebody else.
  expect((await read(staff)).values.map(({ name }) => name).slice(3)).toEqual(['FilmTension'])
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

test('the amount is what such machines sent, of own machines or of at least three of two customers', async () => {
  await app.sql(`SELECT ensure_day(day::date) FROM generate_series(current_date - 2, current_date + 1, '1 day') AS day`)
  await app.sql(
    `INSERT INTO record (machine_key, at, received_at, machine_state, total_cycles) SELECT key, now() - n * interval '1 minute', now(), 'Running', 1000
     FROM machine, generate_series(1, 60) AS n WHERE machine_id = ANY ($1)`,
    [[FOREIGN, OWN]],
  )
  await counted(FOREIGN, 4_000)
  // One machine of somebody else is no measure.
  expect((await read(customer)).amount.basis).toBe('assumed')
  await counted(OWN, 2_000)
  // Nor does it count beside the own one: the median would say what it sends.
  expect((await read(customer)).amount).toMatchObject({ basis: 'measured', recordsPerDay: 2_000 })
  expect((await read(staff)).amount.basis).toBe('assumed')
  await counted(OWN_TOO, 3_000)
  const [size] = await app.sql<{ bytes: number }>(
    `SELECT avg(octet_length((jsonb_strip_nulls(to_jsonb(r)) - 'machine_key' - 'received_at')::text))::float8 AS bytes FROM record r
       JOIN machine m ON m.key = r.machine_key WHERE m.configuration_id = 'SHEET-1' AND at > now() - interval '2 days'`,
  )
  const bytes = Math.round(Number(((size?.bytes ?? 0) * 3_000 * 30).toPrecision(2)))
  for (const who of [customer, staff])
    expect((await read(who)).amount).toEqual({ basis: 'measured', recordsPerDay: 3_000, bytesPerMonth: bytes })
})

test('what is not shared for support goes into no sheet of staff', async () => {
  await customer.call('decideSharing', {
    body: { machine_ids: [OWN, OWN_TOO], purpose: 'support', shared: false, until: null },
  })
  const sheet = await read(staff)
  expect(sheet.amount.basis).toBe('assumed')
  expect(sheet.values.map(({ name }) => name)).not.toContain('FilmTension')
  expect((await read(customer)).amount.basis).toBe('measured')
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
