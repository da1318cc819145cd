import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'
import { sampleMachineIDs } from './sample-machines.ts'

const MINUTE_MS = 60_000
/** Nobody enters a reason for less. */
const SHORTEST_MINUTES = 5
/** From here on a planned stop is no changeover any more. */
const LONG_MINUTES = 27

const reasons = {
  fault: ['FAULT-MECH', 'FAULT-MECH', 'FAULT-SEAL', 'FAULT-ELEC', 'FAULT-PNEU', 'FAULT-SAFE'],
  idle: ['PLANNED-BREAK', 'SUPPLY-PROD', 'SUPPLY-PROD', 'SUPPLY-DOWN', 'SUPPLY-MAT', 'SUPPLY-OPER'],
  change: ['CHANGE-PROD', 'CHANGE-PROD', 'CHANGE-FORMAT', 'CHANGE-REEL'],
  long: ['PLANNED-CLEAN', 'PLANNED-MAINT', 'SUPPLY-MAT'],
} as const

const notes = [
  'Waited for the forklift.',
  'Second time today.',
  'New operator on the line.',
  'Reel was damaged.',
] as const

interface Stop {
  machineKey: number
  from: Date
  to: Date
  fault: boolean
  idle: boolean
}

/** Why the machines stood still in the last week, as people on the line have entered it; not for every stop. */
export async function seedStopReasons(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM downtime LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  const dice = new Dice(14_400)
  const said = (await readStops(db)).flatMap((stop) => {
    const code = dice.of(reasons[kindOf(stop)])
    const note = dice.below(12) === 0 ? dice.of(notes) : null
    if (dice.below(100) < 14) return []
    return [{ machineKey: stop.machineKey, from: stop.from.toISOString(), to: stop.to.toISOString(), code, note }]
  })
  await sql`
    INSERT INTO downtime (machine_key, from_at, to_at, reason_id, note)
    SELECT (value ->> 'machineKey')::int, (value ->> 'from')::timestamptz, (value ->> 'to')::timestamptz, reason.id, value ->> 'note'
    FROM ${given(said)} JOIN downtime_reason reason ON reason.code = value ->> 'code' AND reason.deleted_at IS NULL ORDER BY place
  `.execute(db)
}

function kindOf({ from, to, fault, idle }: Stop): keyof typeof reasons {
  if (fault) return 'fault'
  if (idle) return 'idle'
  return to.getTime() - from.getTime() > LONG_MINUTES * MINUTE_MS ? 'long' : 'change'
}

/** Stops that are over: states that follow each other without a gap are one, whatever they are. */
async function readStops(db: Transaction): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    WITH still AS (
      SELECT machine_key, from_at, to_at, state,
        from_at IS DISTINCT FROM lag(to_at) OVER (PARTITION BY machine_key ORDER BY from_at) AS begins
      FROM state_interval JOIN machine ON machine.key = machine_key
      WHERE machine_id = ANY(${sampleMachineIDs}) AND state NOT IN ('Running', 'Execute', 'Unknown')
    ), numbered AS (
      SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY machine_key ORDER BY from_at) AS stop FROM still
    )
    SELECT machine_key AS "machineKey", min(from_at) AS "from", max(to_at) AS "to", bool_or(state = 'Faulted') AS fault,
      bool_and(state = 'Idle') AS idle
    FROM numbered GROUP BY machine_key, stop
    HAVING max(to_at) - min(from_at) >= make_interval(mins => ${SHORTEST_MINUTES}) AND max(to_at) < now() - interval '15 minutes'
    ORDER BY 2, 1
  `.execute(db)
  return rows
}
