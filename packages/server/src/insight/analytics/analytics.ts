import type { Platform } from '../../engine/area.ts'
import type { AnsweredRequest } from '../../engine/request-outcome.ts'
import { clock } from '../../platform/clock.ts'
import { sentence } from '../../platform/sentence.ts'
import { apiCallName, isKnownName } from './event-names.ts'
import { dropOldWeeks, makeWeeksAhead } from './event-partitions.ts'
import { EventQueue } from './event-queue.ts'
import { EventStore } from './event-store.ts'
import { exportUsageHandlers } from './export-usage.actions.ts'
import { myUsageHandlers } from './my-usage.actions.ts'
import { recordUsageHandlers } from './record-usage.actions.ts'
import { usageHandlers } from './usage.actions.ts'
import { UsageSample } from './usage-sample.ts'

const DAY_MS = 86_400_000

/** How people use the product: the door, the store and the figures. */
export function analyticsParts({ config, settings, database, metrics, refusals, log }: Platform) {
  metrics.total('packhouse_events_dropped_total', 'Events of analytics that were too many to be stored', () =>
    Object.entries(refusals.snapshot())
      .filter(([limit]) => limit.startsWith('analytics.'))
      .reduce((sum, [, count]) => sum + count, 0),
  )
  const store = new EventStore(database.pool)
  const queue = new EventQueue(store, refusals, log)
  const mode = () => settings.read('analytics.mode')
  // Where the sample fleet runs, the sample company has been used too.
  const sample = config.simulator ? [new UsageSample(database.pool, store, log)] : []
  const usage = usageHandlers(database, mode, () => settings.read('region.timeZone'))
  return {
    writers: [queue],
    handlers: {
      ...usage,
      ...exportUsageHandlers(usage),
      ...recordUsageHandlers(queue, refusals, mode),
      ...myUsageHandlers(database, mode),
    },
    services: [queue, ...sample],
    jobs: [
      {
        name: sentence`Make the partitions of analytics`,
        everyMs: DAY_MS,
        atStart: true as const,
        run: () => makeWeeksAhead(database.pool, clock.now()),
      },
      {
        name: sentence`Drop old analytics`,
        everyMs: DAY_MS,
        run: (signal: AbortSignal) => dropOldWeeks(database, clock.now(), signal),
      },
    ],
    answered({ principal, method, pattern, status }: AnsweredRequest): void {
      if (mode() === 'off' || principal === undefined || pattern === undefined || status >= 400) return
      const path = pattern.replaceAll(/:(\w+)/g, '{$1}')
      if (isKnownName('api_call', apiCallName({ method, path })))
        queue.calls.count({ method, path }, principal, clock.now())
    },
  }
}
