import { HISTORY_MAX_HOURS, sampleJoinedFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import { SpeedSketch, storeDay } from '../../library/area.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { HOUR_MS } from '../../telemetry/index.ts'
import { Dice } from '../estimator/dice.ts'
import { sampleColleagues, sampleStaff } from '../estimator/people.ts'
import { given } from '../given.ts'

const DAY_MS = 24 * HOUR_MS
const DAYS = 90
/** Its model is that of all of them. */
const LIKE = 'VFFS-2214'

/** More customers with machines of a model: a median needs three beside the reader. */
const customers = [
  {
    code: 'ALPENHOF',
    name: 'Alpenhof Käserei GmbH',
    currency: 'EUR',
    industry: 'FOOD-DAIRY',
    owner: sampleColleagues.sales.email,
    language: 'de-DE',
    website: 'https://alpenhof.example',
    terms: '14 days net',
    place: 'Kempten dairy',
    city: 'Kempten',
    countryCode: 'DE',
    latitude: 47.7267,
    longitude: 10.3139,
    timezone: 'Europe/Berlin',
    firstName: 'Theresa',
    lastName: 'Gruber',
    jobTitle: 'Head of packing',
    phone: '+49 831 500 0131',
    email: 'theresa.gruber@alpenhof.example',
  },
  {
    code: 'SABOR',
    name: 'Sabor del Sur S.L.',
    currency: 'EUR',
    industry: 'FOOD',
    owner: sampleStaff,
    language: 'es-ES',
    website: 'https://sabor.example',
    terms: '60 days net',
    place: 'Seville factory',
    city: 'Seville',
    countryCode: 'ES',
    latitude: 37.3891,
    longitude: -5.9845,
    timezone: 'Europe/Madrid',
    firstName: 'Lucía',
    lastName: 'Romero',
    jobTitle: 'Plant manager',
    phone: '+34 95 450 01 18',
    email: 'lucia.romero@sabor.example',
  },
  {
    code: 'HARBOUR',
    name: 'Harbour Nuts Ltd',
    currency: 'GBP',
    industry: 'FOOD',
    owner: sampleColleagues.calculation.email,
    language: 'en-GB',
    website: 'https://harbour.example',
    terms: '30 days net',
    place: 'Hull works',
    city: 'Hull',
    countryCode: 'GB',
    latitude: 53.7443,
    longitude: -0.3325,
    timezone: 'Europe/London',
    firstName: 'Graham',
    lastName: 'Holt',
    jobTitle: 'Engineering manager',
    phone: '+44 1482 496 014',
    email: 'graham.holt@harbour.example',
  },
] as const

const joinedIDs = sampleJoinedFleet.map(({ machineID }) => machineID)
/** Of the days before their customers joined; from then on they send, with that much history of their own. */
const SENT_DAYS = HISTORY_MAX_HOURS / 24
/** Slower than they were built for. */
const LOSS = 2

/**
 * What the benchmark compares: machines of other customers with the hours that they would have had before they joined, and who has agreed. That comes last,
 * when these machines send, because what is compared is worked out once a day.
 */
export async function seedBenchmark(database: Database): Promise<void> {
  const { system } = database
  await system.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('packhouse.sample_life'))`.execute(db)
    await seedCustomers(db)
  })
  const { rows } = await sql<{ key: number; machineID: string; day: string }>`
    SELECT m.key, m.machine_id AS "machineID", day::date::text AS day
    FROM machine m CROSS JOIN generate_series((now() AT TIME ZONE 'UTC')::date - ${DAYS}::int,
      (m.created_at AT TIME ZONE 'UTC')::date - ${SENT_DAYS + 1}::int, interval '1 day') AS day
    WHERE m.machine_id = ANY (${joinedIDs}::text[]) AND m.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM fleet_day f WHERE f.machine_key = m.key AND f.day = day::date)
    ORDER BY m.key, day
  `.execute(system)
  for (const { key, machineID, day } of rows) await seedDay(database, key, machineID, day)
  await system.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('packhouse.sample_life'))`.execute(db)
    await seedAgreements(db)
  })
}

async function seedCustomers(db: Transaction): Promise<void> {
  const codes = customers.map(({ code }) => code)
  const entered = await sql`SELECT FROM customer WHERE code = ANY (${codes}::text[]) LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO customer (code, name, currency, status, country_code, timezone, language, website, payment_terms, industry_id, owner_id)
    SELECT value ->> 'code', value ->> 'name', value ->> 'currency', 'active', value ->> 'countryCode', value ->> 'timezone',
      value ->> 'language', value ->> 'website', value ->> 'terms', industry.id, owner.id
    FROM ${given(customers)} LEFT JOIN industry ON industry.code = value ->> 'industry'
      LEFT JOIN user_account owner ON owner.email = value ->> 'owner'
  `.execute(db)
  await sql`
    INSERT INTO location (customer_id, type_id, name, city, country_code, latitude, longitude, timezone, is_primary)
    SELECT c.id, (SELECT id FROM location_type WHERE code = 'PLANT'), value ->> 'place', value ->> 'city', value ->> 'countryCode',
      (value ->> 'latitude')::float8, (value ->> 'longitude')::float8, value ->> 'timezone', true
    FROM ${given(customers)} JOIN customer c ON c.code = value ->> 'code'
    WHERE EXISTS (SELECT FROM location_type WHERE code = 'PLANT')
  `.execute(db)
  await sql`
    INSERT INTO contact (customer_id, first_name, last_name, job_title, email, phone, role, is_primary)
    SELECT c.id, value ->> 'firstName', value ->> 'lastName', value ->> 'jobTitle', value ->> 'email', value ->> 'phone', 'technical', true
    FROM ${given(customers)} JOIN customer c ON c.code = value ->> 'code'
  `.execute(db)
  await sql`
    INSERT INTO machine (machine_id, customer_id, location_id, description, location, configuration_id, design_speed, commissioned_at)
    SELECT value ->> 'machineID', c.id, l.id, value ->> 'description', value ->> 'location', (SELECT configuration_id FROM machine WHERE machine_id = ${LIKE}), (value ->> 'designSpeed')::float8,
      current_date - ${DAYS}::int - 40 * place::int
    FROM ${given(sampleJoinedFleet)} JOIN customer c ON c.code = value ->> 'customer' LEFT JOIN location l ON l.customer_id = c.id ON CONFLICT (machine_id) DO NOTHING
  `.execute(db)
}

/** The machines that joined and one of the first customer's take part. */
async function seedAgreements(db: Transaction): Promise<void> {
  const { rows } = await sql<{ send: boolean }>`
    SELECT bool_and(coalesce(latest.at > now() - interval '2 minutes', false)) AS send
    FROM machine LEFT JOIN latest ON latest.machine_key = machine.key WHERE machine_id = ANY (${joinedIDs}::text[]) AND deleted_at IS NULL
  `.execute(db)
  if (rows[0]?.send !== true) return
  const agreed = await sql`
    INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared)
    SELECT m.id, m.customer_id, 'benchmark', true FROM machine m
    WHERE m.machine_id = ANY (${[LIKE, ...joinedIDs]}::text[]) AND m.customer_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM sharing_decision d WHERE d.machine_id = m.id AND d.purpose = 'benchmark')
    RETURNING id
  `.execute(db)
  // It is worked out again with them.
  if (agreed.rows.length > 0) await sql`DELETE FROM benchmark_snapshot`.execute(db)
}

/** Two shifts of a machine, with stops between; the same at each start. */
async function seedDay(database: Database, key: number, machineID: string, day: string): Promise<void> {
  const { system } = database
  const speed = (sampleJoinedFleet.find((machine) => machine.machineID === machineID)?.designSpeed ?? 30) - LOSS
  const dice = new Dice(key * 1_000 + Math.floor(Date.parse(day) / DAY_MS))
  const hours = Array.from({ length: 16 }, (_, place) => {
    const runningMs = (40 + dice.below(16)) * 60_000
    const stoppedMs = dice.below(6) * 60_000
    const cycles = Math.round((speed * runningMs) / 60_000)
    return { at: `${day}T${String(place + 5).padStart(2, '0')}:00:00Z`, runningMs, stoppedMs, cycles }
  })
  await sql`SELECT ensure_day(${day}::date)`.execute(system)
  await sql`
    INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum, humidity_count,
      running_ms, idle_ms, stopped_ms, faulted_ms, rejects)
    SELECT ${key}, (value ->> 'at')::timestamptz, 60, (value ->> 'cycles')::bigint, 0, 0, 0, 0, 0, 0, (value ->> 'runningMs')::int,
      3600000 - (value ->> 'runningMs')::int - (value ->> 'stoppedMs')::int, (value ->> 'stoppedMs')::int, 0, (value ->> 'cycles')::bigint / 150
    FROM ${given(hours)} ON CONFLICT DO NOTHING
  `.execute(system)
  const sketch = new SpeedSketch()
  for (const { runningMs } of hours) sketch.add(speed - 1 + dice.below(3), runningMs)
  await storeDay(
    system,
    { machineKey: key, day, mark: null, isNew: true },
    {
      ...{ byRecipe: new Map([['Standard 250 g', sketch]]), under: [], times: [] },
      after: { speed: undefined, recipe: undefined },
    },
  )
}
