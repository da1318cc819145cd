import type { ServiceCalendar } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { ownForms } from './own-forms.ts'

const ME = 'me'
const HOUR = 3_600_000
const clock = siteClock(undefined)
const NOW = clock.startOf('2026-11-30') + 10 * HOUR

const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString()
const visit = (id: string, from: number, more: object = {}): ServiceCalendar['visits'][number] => ({
  ...{ id, rowVersion: 1, kind: 'service', status: 'planned', subject: id, engineerId: ME, isOverdue: false },
  ...{ startsAt: at(from), endsAt: at(from + 1), machineID: 'PAL-1', machines: 1, customer: null, city: null },
  ...more,
})
type PlannedTest = NonNullable<ServiceCalendar['tests']>[number]
const planned = (plannedOn: string, more: Partial<PlannedTest> = {}): PlannedTest => ({
  ...{ orderedMachineId: plannedOn, number: 'Q-1/1', description: 'Bagger', kind: 'factory', plannedOn },
  ...{ engineerId: ME, machineID: null, customer: null },
  ...more,
})

/** What is stored ahead, as `kind/id`. */
function stored({ visits = [], tests }: { visits?: ServiceCalendar['visits']; tests?: PlannedTest[] }): string[] {
  const calendar = { engineers: [], visits, overdueVisits: [], duePlans: [], openRequests: [], tests, isCut: false }
  return ownForms(calendar, ME, NOW).map(({ kind, id }) => `${kind}/${id}`)
}

test('own visits of today and tomorrow that are not over are stored', () => {
  const visits = [
    visit('today', 1),
    visit('tomorrow', 24),
    visit('yesterday', -24),
    visit('later', 48),
    visit('other', 1, { engineerId: 'other' }),
    visit('done', 1, { status: 'done' }),
  ]
  expect(stored({ visits })).toEqual(['serviceVisit/today', 'serviceVisit/tomorrow'])
})

test('own acceptance tests up to tomorrow are stored: at the factory by the order, on site by the machine', () => {
  const tests = [
    planned('2026-11-20'),
    planned('2026-12-01', { kind: 'site', machineID: 'PAL-2' }),
    planned('2026-12-01', { kind: 'site' }),
    planned('2026-12-02'),
    planned('2026-11-30', { engineerId: 'other' }),
  ]
  expect(stored({ tests })).toEqual(['factoryTest/2026-11-20', 'acceptanceTest/PAL-2'])
})

test('of many the nearest visits and tests are stored, and a calendar of before has no tests', () => {
  const days = Array.from({ length: 12 }, (_, n) => `2026-11-${n + 10}`)
  const visits = days.map((day, n) => visit(day, n / 10))
  const own = stored({ visits, tests: days.map((day) => planned(day)) })
  expect(own).toEqual([
    ...days.slice(0, 8).map((day) => `serviceVisit/${day}`),
    ...days.slice(-8).map((day) => `factoryTest/${day}`),
  ])
  expect(stored({ visits: [] })).toEqual([])
})
