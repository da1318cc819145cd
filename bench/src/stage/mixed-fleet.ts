import type { Database } from '@packhouse/server'
import { createRandom, type Random } from '../driver/random.ts'

/** Of the widest window of minutes that the wall shows, and what a slot of its lanes is. */
const HOURS = 12
const SLOT_SECONDS = 120
const SLOTS = (HOURS * 3_600) / SLOT_SECONDS
/** So many machines are written at once. */
const BATCH = 1_000
/** A machine stays online for as long as the row is measured; one that is offline was heard longer ago. */
const STALE_AFTER_SECONDS = 1_800
const MODELS = 30

/** What a machine is doing: a state that it reports (PackML), or nothing that anybody hears. */
type Doing = 'Execute' | 'Suspended' | 'Held' | 'Idle' | 'Stopped' | 'Aborted' | 'offline'

/** Of 100 machines so many are doing it now; so long it takes, slots. Suspended is starved or blocked by the line, held by the machine itself. */
const now: readonly (readonly [Doing, share: number, slots: number])[] = [
  ['Execute', 72, 22],
  ['Suspended', 6, 3],
  ['Held', 4, 4],
  ['Idle', 4, 12],
  ['Stopped', 4, 15],
  ['Aborted', 5, 8],
  ['offline', 5, 45],
]
/** Why a machine stops running: of 100 times. */
const interruptions: readonly (readonly [Doing, share: number])[] = [
  ['Suspended', 38],
  ['Held', 26],
  ['Idle', 10],
  ['Stopped', 14],
  ['Aborted', 9],
  ['offline', 3],
]
/** Of 100 machines so many have never sent anything. */
const SILENT = 1

interface Spell {
  doing: Doing
  /** Slots before now, at most those of the window. */
  began: number
  ended: number
}

interface Machine {
  key: number
  model: number
  designSpeed: number
  /** Newest first; none of one that has never sent anything. */
  spells: readonly Spell[]
}

/**
 * Gives machines what a large fleet has: machines that run, wait, stand still, are faulted or offline, with the changes of their states over a window, design speeds,
 * and an open alarm for each fault. The same seed makes the same fleet.
 */
export async function fillMixedHistory(database: Database, seed: number): Promise<void> {
  await database.pool.query(
    `SELECT ensure_day((now() - make_interval(hours => h))::date) FROM generate_series(0, 24, 3) AS h`,
  )
  const machines = await mixedMachines(database, seed)
  for (let from = 0; from < machines.length; from += BATCH)
    await fillBatch(database, machines.slice(from, from + BATCH))
  await database.pool.query(
    `WITH rule AS (
       INSERT INTO alarm_rule (name, severity, enabled, kind, states, silence_seconds, on_delay_seconds, off_delay_seconds, notify_emails, remedy_for_customers)
       VALUES ('Machine faulted', 'major', true, 'state', '{Faulted}', 600, 60, 0, '{}', false) RETURNING id, name, severity
     )
     INSERT INTO alarm (id, machine_key, rule_id, code, severity, message, value, started_at, raised_at, told)
     SELECT gen_random_uuid(), machine_key, rule.id, rule.name, rule.severity, 'The machine reports a fault.', 'Faulted', state_since,
       state_since + interval '60 seconds', true FROM latest, rule WHERE machine_state = 'Aborted' AND at >= now() - make_interval(secs => $1)`,
    [STALE_AFTER_SECONDS],
  )
}

/** Gives machines models, most of them of the library. @returns how many models there are */
export async function giveModels(database: Database, seed: number): Promise<number> {
  const { rows } = await database.pool.query<{ model: string }>('SELECT model FROM library_machine ORDER BY model')
  const models = Array.from({ length: MODELS }, (_, place) => rows[place]?.model ?? `BENCH-${place + 1}`)
  const machines = await mixedMachines(database, seed)
  await database.pool.query(
    `UPDATE machine SET configuration_id = given.model FROM unnest($1::int[], $2::text[]) AS given (key, model) WHERE machine.key = given.key`,
    [machines.map(({ key }) => key), machines.map(({ model }) => models[model])],
  )
  return models.length
}

/** Makes sites of the customers of the bench and gives each machine one of its customer's. */
export async function shareAmongSites(database: Database, sites: number, seed: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO location (customer_id, type_id, name, city, country_code, latitude, longitude, timezone)
     SELECT c.id, (SELECT id FROM location_type ORDER BY id LIMIT 1), 'Plant ' || number, 'Town ' || number, (ARRAY['NO', 'DE', 'FR', 'ES', 'PL', 'IT'])[number % 6 + 1],
       38 + number * 37 % 2500 / 100.0, -8 + number * 53 % 3000 / 100.0, (ARRAY['Europe/Oslo', 'Europe/Berlin', 'Europe/Paris', 'Europe/Madrid', 'Europe/Warsaw', 'Europe/Rome'])[number % 6 + 1]
     FROM generate_series(1, $1::int) AS number
       JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total FROM customer WHERE code LIKE 'BENCH-%') c
         ON c.place = number % c.total`,
    [sites],
  )
  const { rows } = await database.pool.query<{ key: number; sites: string[] }>(
    `SELECT m.key, array_agg(l.id::text ORDER BY l.id) AS sites FROM machine m JOIN location l ON l.customer_id = m.customer_id GROUP BY m.key ORDER BY m.key`,
  )
  const random = createRandom(seed)
  await database.pool.query(
    `UPDATE machine SET location_id = given.site FROM unnest($1::int[], $2::uuid[]) AS given (key, site) WHERE machine.key = given.key`,
    [rows.map(({ key }) => key), rows.map((row) => row.sites[Math.floor(random() * row.sites.length)])],
  )
}

async function mixedMachines(database: Database, seed: number): Promise<Machine[]> {
  const { rows } = await database.pool.query<{ key: number }>('SELECT key FROM machine ORDER BY key')
  const random = createRandom(seed)
  return rows.map(({ key }) => {
    const model = Math.floor(random() * MODELS)
    const designSpeed = 15 + Math.floor(random() * 21)
    return { key, model, designSpeed, spells: random() * 100 < SILENT ? [] : spellsOf(random) }
  })
}

/** Back from now: between two interruptions a machine runs. */
function spellsOf(random: Random): Spell[] {
  const spells: Spell[] = []
  let doing = drawn(now, random)
  for (let ended = 0; ended < SLOTS; ) {
    const mean = now.find(([name]) => name === doing)?.[2] ?? 1
    // Who is offline now was heard before the machine counts as online at the latest.
    const least = doing === 'offline' && ended === 0 ? Math.ceil(STALE_AFTER_SECONDS / SLOT_SECONDS) + 5 : 1
    const began = Math.min(SLOTS, ended + least + Math.floor(-mean * Math.log(1 - random())))
    spells.push({ doing, began, ended })
    ended = began
    doing = doing === 'Execute' ? drawn(interruptions, random) : 'Execute'
  }
  return spells
}

function drawn(choices: readonly (readonly [Doing, share: number, slots?: number])[], random: Random): Doing {
  let left = random() * 100
  for (const [doing, share] of choices) {
    left -= share
    if (left < 0) return doing
  }
  return 'Execute'
}

async function fillBatch(database: Database, machines: readonly Machine[]): Promise<void> {
  const spells = machines.flatMap(({ key, designSpeed, spells: own }) =>
    own.filter(({ doing }) => doing !== 'offline').map((spell) => ({ key, designSpeed, ...spell })),
  )
  await database.pool.query(
    `UPDATE machine SET design_speed = given.speed, stale_after_seconds = $3 FROM unnest($1::int[], $2::int[]) AS given (key, speed) WHERE machine.key = given.key`,
    [machines.map(({ key }) => key), machines.map(({ designSpeed }) => designSpeed), STALE_AFTER_SECONDS],
  )
  await database.pool.query(
    `INSERT INTO minute_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum, humidity_count,
       running_ms, idle_ms, stopped_ms, faulted_ms)
     SELECT s.key, to_timestamp(floor(extract(epoch FROM now()) / $6::int) * $6::int - slot * $6::int), 120, CASE s.doing WHEN 'Execute' THEN s.speed * 2 ELSE 0 END,
       s.speed * 100, 120, 2880, 120, 4800, 120, CASE s.doing WHEN 'Execute' THEN $6::int * 1000 ELSE 0 END,
       CASE WHEN s.doing IN ('Suspended', 'Held', 'Idle') THEN $6::int * 1000 ELSE 0 END, CASE s.doing WHEN 'Stopped' THEN $6::int * 1000 ELSE 0 END,
       CASE s.doing WHEN 'Aborted' THEN $6::int * 1000 ELSE 0 END
     FROM unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::int[]) AS s (key, speed, doing, began, ended), generate_series(s.ended + 1, s.began) AS slot`,
    [
      ...[spells.map(({ key }) => key), spells.map(({ designSpeed }) => designSpeed), spells.map(({ doing }) => doing)],
      ...[spells.map(({ began }) => began), spells.map(({ ended }) => ended), SLOT_SECONDS],
    ],
  )
  await fillLatest(database, machines)
}

/** As each was heard last: now, or before it went offline. */
async function fillLatest(database: Database, machines: readonly Machine[]): Promise<void> {
  const heard = machines.flatMap(({ key, designSpeed, spells }) => {
    const last = spells.find(({ doing }) => doing !== 'offline')
    return last === undefined ? [] : [{ key, speed: last.doing === 'Execute' ? designSpeed : 0, ...last }]
  })
  await database.pool.query(
    `INSERT INTO latest (machine_key, at, state_since, total_cycles, total_at, cycles_per_min, machine_state, temperature, humidity, machine_data)
     SELECT h.key, at, now() - make_interval(secs => h.began * $6::int), 1000000, at, h.speed, h.doing, 24.31, 41.07, '{}'
     FROM unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::int[]) AS h (key, speed, doing, began, ended)
       CROSS JOIN LATERAL (SELECT now() - make_interval(secs => h.ended * $6::int) AS at) last`,
    [
      ...[heard.map(({ key }) => key), heard.map(({ speed }) => speed), heard.map(({ doing }) => doing)],
      ...[heard.map(({ began }) => began), heard.map(({ ended }) => ended), SLOT_SECONDS],
    ],
  )
}
