import type { ServiceCalendar } from '@packhouse/contract'
import { dateAfter, siteClock } from '../../../lib/format/site-clock.ts'
import type { WantedForm } from '../../../lib/offline/use-forms-ahead.ts'
import { VISIT_ENTRY } from '../visits/visit-draft.ts'

/** Forms of one kind that are stored ahead: a device stores a bounded number of answers for an account. */
const MOST_OF_A_KIND = 8

/**
 * What the reader has to fill in today and tomorrow, by the reader's clock: forms of visits, and acceptance tests, those included whose day has passed.
 * @param now Unix ms
 */
export function ownForms(calendar: ServiceCalendar, userId: string | undefined, now: number): WantedForm[] {
  const clock = siteClock(undefined)
  const today = clock.dateOf(now)
  const until = clock.startOf(dateAfter(today, 2))
  const visits = calendar.visits.filter(
    ({ engineerId, status, startsAt, endsAt }) =>
      engineerId === userId &&
      (status === 'planned' || status === 'underWay') &&
      Date.parse(startsAt) < until &&
      Date.parse(endsAt) >= clock.startOf(today),
  )
  const tests = (calendar.tests ?? []).flatMap(({ kind, orderedMachineId, machineID, plannedOn, engineerId }) => {
    if (engineerId !== userId || plannedOn > dateAfter(today, 1)) return []
    const version = plannedOn
    if (kind === 'factory') return [{ kind: 'factoryTest', id: orderedMachineId, version }]
    return machineID === null ? [] : [{ kind: 'acceptanceTest', id: machineID, version }]
  })
  return [
    ...visits.slice(0, MOST_OF_A_KIND).map(({ id, rowVersion }) => ({ kind: VISIT_ENTRY, id, version: rowVersion })),
    // Those of the nearest days.
    ...tests.slice(-MOST_OF_A_KIND),
  ]
}
