import { expect, it } from 'vitest'
import { machineStatus } from './status.ts'

it.each([
  [true, 'running'],
  [false, 'offline'],
  [null, 'unknown'],
  [undefined, 'unknown'],
  ['true', 'unknown'],
  [1, 'unknown'],
])('has for the live-data flag %s the status %s', (online, status) => {
  expect(machineStatus({ online })).toBe(status)
})

it('has the status on order until something is heard of a machine that is to be delivered', () => {
  expect(machineStatus({ online: null, onOrder: true })).toBe('onOrder')
  expect(machineStatus({ online: false, onOrder: true })).toBe('offline')
})
