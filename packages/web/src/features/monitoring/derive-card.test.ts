import type { Machine } from '@packhouse/contract'
import { expect, it } from 'vitest'
import { deriveCard } from './derive-card.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const machine: Machine = {
  machineID: 'VFFS-2214',
  description: 'Vertical bagger',
  location: 'Bergen, Norway',
  configurationId: null,
  online: true,
  onOrder: false,
  lastSeen: '2026-11-21T11:59:58Z',
  machineState: 'Running',
  reportedState: 'Execute',
  stateSince: '2026-11-21T09:00:00Z',
  customer: null,
  cyclesPerMin: 31,
  temperature: 31.42,
  humidity: 41,
  lastService: '2026-09-14',
  nextDue: null,
  timeZone: 'Europe/Oslo',
}

it('takes both id and name from the machineID', () => {
  const card = deriveCard(machine, now)
  expect([card.id, card.name]).toEqual(['VFFS-2214', 'VFFS-2214'])
})

it('puts a dash for a missing or empty description and location', () => {
  expect(deriveCard({ ...machine, description: null, location: '' }, now)).toMatchObject({
    description: '–',
    location: '–',
  })
  expect(deriveCard(machine, now)).toMatchObject({ description: 'Vertical bagger', location: 'Bergen, Norway' })
})

it('was last updated now without lastSeen', () => {
  expect(deriveCard({ ...machine, lastSeen: null }, now).lastUpdated).toBe('2026-11-21T12:00:00.000Z')
  expect(deriveCard(machine, now).lastUpdated).toBe('2026-11-21T11:59:58Z')
})

it('has a utilization of 0 where the answer does not speak of it, and none where nothing is known', () => {
  expect(deriveCard(machine, now).utilization).toBe(0)
  expect(deriveCard({ ...machine, utilization: null }, now).utilization).toBeNull()
  expect(deriveCard({ ...machine, utilization: 91.4 }, now).utilization).toBe(91.4)
})

it.each([
  ['Running', 'Execute', 'Running'],
  ['Stopped', 'Stopping', 'Stopping'],
  ['Faulted', 'Aborted', 'Aborted'],
  [null, null, 'Unknown'],
] as const)('of the group %s, reported as %s, the own state is %s', (machineState, reportedState, label) => {
  const card = deriveCard({ ...machine, machineState, reportedState }, now)
  expect([card.state, card.stateLabel]).toEqual([machineState ?? 'Unknown', label])
})

it('keeps missing readings missing, never zero', () => {
  const card = deriveCard({ ...machine, temperature: null, cyclesPerMin: null }, now)
  expect([card.temperature, card.cyclesPerMin]).toEqual([null, null])
})

it('shows the service dates in the local form and a dash without one', () => {
  const card = deriveCard(machine, now)
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  expect(card.lastService).toBe(format.format(Date.UTC(2026, 8, 14)))
  expect(card.nextDue).toBe('–')
})
