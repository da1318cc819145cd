import type { LineFlow } from '@packhouse/contract'
import type { HandlersOf } from '../engine/handlers.ts'
import { customerScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { asSeenBy, intervalsIn, scopeOf, type Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { readUnplannedTimes } from '../service/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { bottleneckOf, flowOf, type MachineStates } from './flow.ts'
import { findLine, readLineMachines, readLines, readPlaces } from './lines.queries.ts'

/** Production lines, and which of their machines the others wait for. */
export function lineHandlers(database: Database, { live }: Telemetry): HandlersOf<'myLines' | 'lineFlow'> {
  return {
    async myLines({ principal }) {
      const scope = customerScope(principal)
      // Whoever sees no machine sees no line: every page asks for them.
      return { lines: scope === undefined ? [] : await database.inScope(scope, (db) => readLines(db)) }
    },

    async lineFlow({ principal, params, query }): Promise<LineFlow> {
      const now = clock.now()
      const window = { from: now - Number(query.hours) * HOUR_MS, to: now }
      const show = asSeenBy(principal)
      return await database.inHistory(scopeOf(principal), async (db) => {
        const line = await findLine(db, params.id)
        assertThat(line, 'not_found')
        const names = await readLineMachines(db, line.id)
        const machines: (MachineStates | undefined)[] = []
        for (const id of await readPlaces(database.system, line.id)) {
          const found = live.byID(names.get(id) ?? '')
          const machine = found && show(found)
          if (machine === undefined) {
            machines.push(undefined)
            continue
          }
          const { key, machineID } = machine.entry
          const { intervals } = await intervalsIn(db, machine, window, now)
          machines.push({ machineID, stretches: intervals, unplanned: await readUnplannedTimes(db, key, window) })
        }
        const flows = flowOf(machines)
        return {
          ...line,
          from: new Date(window.from).toISOString(),
          to: new Date(window.to).toISOString(),
          machines: flows,
          hidden: machines.length - flows.length,
          bottleneck: bottleneckOf(flows),
        }
      })
    },
  }
}
