import type { FleetPairs } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { type MatrixWindow, readMachines, readRevision, readStyles } from '../matrix.queries.ts'
import { type Claims, type Evidence, readClaims, readEvidence, readProgress } from './evidence.queries.ts'
import { pairFiguresOf } from './fleet-figures.ts'

/** What the pairs of the matrix are made of, in one word that changes with it, also when the reader sees other machines. */
export async function readPairsRevision(db: Transaction): Promise<string> {
  const { number } = await readRevision(db)
  return `${number}-${(await readProgress(db)).number}-${await readLeftOut(db)}`
}

/** The machines that are in no pair, as a word: they change while nothing is counted. */
async function readLeftOut(db: Transaction): Promise<string> {
  const { rows } = await sql<{ machines: string }>`
    SELECT md5(ARRAY(SELECT DISTINCT key FROM unnest(machines_left_out() || unshared_machines()) AS key ORDER BY key)::text) AS machines
  `.execute(db)
  return rows[0]?.machines ?? ''
}

/** The pairs of a window of the matrix that run in the field. Its transaction is a snapshot. */
export async function readPairs(db: Transaction, window: MatrixWindow): Promise<FleetPairs> {
  const machines = await readMachines(db, window.machineFrom, window.machineCount)
  const styles = new Set((await readStyles(db, window.styleFrom, window.styleCount)).map(({ id }) => id))
  const ids = machines.map(({ id }) => id)
  const evidence = (await readEvidence(db, ids)).filter(({ styleId }) => styles.has(styleId ?? ''))
  const byMachine = Map.groupBy(evidence, ({ libraryMachineId }) => libraryMachineId)
  const ran = new Set(evidence.map(({ styleId }) => styleId))
  const seen = [...styles].filter((id) => ran.has(id))
  const places = new Map(seen.map((id, place) => [id, place]))
  const claims = await readClaims(db, [...byMachine.keys()], seen)
  return {
    revision: await readPairsRevision(db),
    machines: claims.map(({ id }) => id),
    styles: seen,
    pairs: claims.flatMap((claim, machine) => pairsOf(claim, byMachine.get(claim.id) ?? [], { machine, places })),
  }
}

function pairsOf(
  claims: Claims,
  evidence: readonly Evidence[],
  { machine, places }: { machine: number; places: ReadonlyMap<string, number> },
): FleetPairs['pairs'] {
  return [...Map.groupBy(evidence, ({ styleId }) => styleId ?? '')]
    .map(([id, ran]) => {
      const { median, hours, until, finding } = pairFiguresOf(ran, claims, id)
      const count = new Set(ran.map(({ machineKey }) => machineKey)).size
      return { machine, style: places.get(id) ?? 0, count, median, hours, until: until ?? '', finding }
    })
    .sort((one, other) => one.style - other.style)
}
