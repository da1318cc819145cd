import { type FleetSummary, type LibraryMachineFleet, MAX_FLEET_PLACES, stateGroup } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../../live/index.ts'
import type { Transaction } from '../../platform/database.ts'
import {
  type Evidence,
  type Installed,
  readClaims,
  readEvidence,
  readInstalled,
  readProgress,
} from './evidence.queries.ts'
import { figuresOf, pairFiguresOf } from './fleet-figures.ts'
import { promiseCounts, readOutcomes } from './promise-outcomes.queries.ts'

/** The newest values of a machine by its key. */
export type LiveByKey = (key: number) => LiveMachine | undefined

/**
 * What the installed machines of a library machine do. Its transaction is a snapshot.
 * @param id of a library machine that is there
 * @param places whether the reader may see whose machines they are; @param promises whether they may read promises
 */
export async function readMachineFleet(
  db: Transaction,
  live: LiveByKey,
  { id, places, promises }: { id: string; places: boolean; promises: boolean },
): Promise<LibraryMachineFleet> {
  const installed = (await readInstalled(db, [id])).filter(({ key }) => isInstalled(live(key)))
  const evidence = await readEvidence(db, [id])
  const byStyle = Map.groupBy(evidence, ({ styleId }) => styleId)
  const ran = [...byStyle.keys()].filter((styleId) => styleId !== null)
  const claims = (await readClaims(db, [id], ran))[0] ?? { id, designSpeed: null, speeds: {}, refused: [] }
  const named = await readNames(db, ran)
  const outcomes = promises ? await readOutcomes(db, id) : []
  const styles = named.map((style) => ({
    style,
    ...pairFiguresOf(byStyle.get(style.id) ?? [], claims, style.id),
    promises: promiseCounts(outcomes.filter(({ styleId }) => styleId === style.id)),
  }))
  const without = byStyle.get(null)
  return {
    ...countsOf(installed, live),
    leftOut: installed.filter(({ isLeftOut }) => isLeftOut).length,
    customers: new Set(installed.flatMap(({ customer }) => customer?.id ?? [])).size,
    sites: new Set(installed.flatMap(({ location }) => location?.id ?? [])).size,
    places: places ? placesOf(installed, live) : null,
    promises: promiseCounts(outcomes),
    total: figuresOf(evidence, claims.designSpeed),
    styles: styles.sort((a, b) => b.hours + b.unknownHours - (a.hours + a.unknownHours)),
    withoutStyle: without === undefined ? null : figuresOf(without, null),
    workedOutAt: (await readProgress(db)).workedOutAt?.toISOString() ?? null,
  }
}

/** The same in short for the rows of a list. Its transaction is a snapshot. @param ids in the wanted order */
export async function readFleetSummaries(
  db: Transaction,
  live: LiveByKey,
  ids: readonly string[],
): Promise<FleetSummary[]> {
  const there = (await readInstalled(db, ids)).filter(({ key }) => isInstalled(live(key)))
  const installed = Map.groupBy(there, ({ libraryMachineId }) => libraryMachineId)
  const evidence = Map.groupBy(await readEvidence(db, ids), ({ libraryMachineId }) => libraryMachineId)
  const claims = new Map((await readClaims(db, ids, [])).map((one) => [one.id, one]))
  return ids.flatMap((machineId) => {
    const claim = claims.get(machineId)
    if (claim === undefined) return []
    return {
      machineId,
      ...countsOf(installed.get(machineId) ?? [], live),
      ...summaryOf(evidence.get(machineId) ?? [], claim.designSpeed),
    }
  })
}

function summaryOf(evidence: readonly Evidence[], designSpeed: number | null) {
  const { machines, median, p10, p90, hours, finding } = figuresOf(evidence, designSpeed)
  const isKnown = median !== null && designSpeed !== null && designSpeed > 0
  return {
    machines,
    median,
    p10,
    p90,
    hours,
    finding,
    ofDesign: isKnown ? Math.round((median / designSpeed) * 1000) / 1000 : null,
  }
}

function countsOf(installed: readonly Installed[], live: LiveByKey): { installed: number; runningNow: number } {
  const running = installed.filter(({ key, isLeftOut }) => !isLeftOut && isRunning(live(key)))
  return { installed: installed.length, runningNow: running.length }
}

/** What is on order is in no field yet. */
function isInstalled(machine: LiveMachine | undefined): boolean {
  return machine?.isOnOrder !== true
}

function isRunning(machine: LiveMachine | undefined): boolean {
  const state = machine?.values?.machineState ?? null
  return machine?.online === true && state !== null && state !== 'Unknown' && stateGroup(state) === 'Running'
}

function placesOf(installed: readonly Installed[], live: LiveByKey): NonNullable<LibraryMachineFleet['places']> {
  const byPlace = Map.groupBy(installed, ({ customer, location }) => `${customer?.id} ${location?.id}`)
  const places = [...byPlace.values()].flatMap((machines) => {
    const [first] = machines
    if (first === undefined) return []
    return { customer: first.customer, location: first.location, ...countsOf(machines, live) }
  })
  const nameOf = ({ customer, location }: (typeof places)[number]) => `${customer?.name ?? ''} ${location?.name ?? ''}`
  return places
    .sort((a, b) => b.installed - a.installed || nameOf(a).localeCompare(nameOf(b)))
    .slice(0, MAX_FLEET_PLACES)
}

async function readNames(db: Transaction, ids: readonly string[]) {
  const { rows } = await sql<LibraryMachineFleet['styles'][number]['style']>`
    SELECT id, code, name FROM packaging_style WHERE id = ANY(${ids}::uuid[]) ORDER BY code, id
  `.execute(db)
  return rows
}
