import type { FleetHistory } from '@packhouse/contract'
import { readFleetNumbers, type StoredReadingNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database } from '../platform/database.ts'

export interface FleetHistoryRequest {
  tag: string
  /** ISO 8601. */
  from: string
  to: string
  points: number
  /** A machineID. */
  after?: string | undefined
  limit: number
  /** Unix ms. */
  now: number
}

/** One tag of machines. @param seen those that the caller may see, in the order of their ids */
export async function readFleetHistory(
  database: Database,
  names: StoredReadingNames,
  scope: CustomerScope,
  seen: readonly LiveMachine[],
  request: FleetHistoryRequest,
): Promise<FleetHistory> {
  const { tag, points, after, limit, now } = request
  const behind = after === undefined ? seen : seen.filter(({ entry }) => entry.machineID > after)
  const page = behind.slice(0, limit)
  const [from, to] = [Date.parse(request.from), Date.parse(request.to)]
  const machineKeys = page.map(({ entry }) => entry.key)
  const { intervalMs, machines } = await readFleetNumbers(database, scope, names, {
    ...{ machineKeys, tag, from, to, now, points },
  })
  return {
    tag,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    intervalMs,
    count: page.length,
    next: page.length < behind.length ? (page.at(-1)?.entry.machineID ?? null) : null,
    machines: page.map(({ entry }, index) => ({
      machineID: entry.machineID,
      ...(machines[index] ?? { values: [], min: [], max: [] }),
    })),
  }
}
