import { plainTagMapEntry, type TagMapEntry } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { LiveMachine } from '../../live/live-machine.ts'
import type { MachineEntry } from '../../live/machines.ts'
import type { Device } from '../device.ts'
import { CommandRoutes } from './command-routes.ts'
import { PlainRoutes, payloadOf } from './plain-routes.ts'

const machine = new LiveMachine({ machineID: 'FILL-1', customerId: 'ours', key: 1 } as MachineEntry)
const entry: TagMapEntry = {
  ...plainTagMapEntry,
  canonicalTag: 'speed',
  address: 'speed',
  role: 'other',
  writable: true,
  writeTopic: 'plant/{machineID}/set',
}
const device: Device = {
  userName: 'test',
  scope: 'customer',
  customerId: 'ours',
  machines: new Set(),
  apiKeyId: undefined,
  source: 'mqtt',
}

function connection(sent: string[], name: string, customerId = 'ours') {
  const send = (topic: string, payload: Buffer) => sent.push(`${name} ${topic} ${payload}`) > 0
  return { device: { ...device, customerId }, listens: (topic: string) => topic === 'plant/FILL-1/set', send }
}

test.each([
  ['{value}', 4.5, '4.5'],
  ['{value}', 'slow', 'slow'],
  ['{"set": {value}}', 'a "b" {machineID}', '{"set": "a \\"b\\" {machineID}"}'],
  ['{"m": "{machineID}", "v": {value}}', true, '{"m": "FILL-1", "v": true}'],
] as const)('%s with %j', (template, value, payload) => {
  expect(payloadOf(template, 'FILL-1', value)).toBe(payload)
})

test('a value goes over the connection that reported last, as long as it is there', () => {
  const [routes, sent] = [new CommandRoutes(), [] as string[]]
  const [first, second] = ['first', 'second'].map((name) => new PlainRoutes(routes, connection(sent, name)))
  first?.note(machine)
  second?.note(machine)
  const write = () => {
    const prepared = routes.prepare(machine, 'json', entry, 4)
    return prepared && 'send' in prepared ? prepared.send() : prepared
  }
  expect(write()).toBe(true)
  second?.close()
  expect(write()).toBe(true)
  first?.close()
  expect(write()).toBeUndefined()
  expect(sent).toEqual(['second plant/FILL-1/set 4', 'first plant/FILL-1/set 4'])
})

test('nothing goes to a connection that does not listen, or may not publish for the machine any more', () => {
  const [routes, sent] = [new CommandRoutes(), [] as string[]]
  new PlainRoutes(routes, connection(sent, 'ours')).note(machine)
  const elsewhere = { ...entry, writeTopic: 'elsewhere' }
  expect(routes.prepare(machine, 'json', elsewhere, 4)).toEqual({ unreachable: expect.any(String) })
  expect(routes.has(machine, 'sparkplug')).toBe(false)
  // Of two the one that can be reached is taken, though it reported before.
  new PlainRoutes(routes, connection(sent, 'theirs', 'theirs')).note(machine)
  const prepared = routes.prepare(machine, 'json', entry, 4)
  if (prepared && 'send' in prepared) prepared.send()
  expect(sent).toEqual(['ours plant/FILL-1/set 4'])
})
