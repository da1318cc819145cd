import { machineIDSchema } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { MachineNames } from './machine-names.ts'
import { commandTopic, isHostTopic, isNodeSubscription, parseTopic, readState, statePayload } from './topic.ts'

test.each([
  ['spBv1.0/plant/NBIRTH/edge', { group: 'plant', kind: 'NBIRTH', node: 'edge', device: undefined }],
  ['spBv1.0/plant/DDATA/edge/Filler 1', { group: 'plant', kind: 'DDATA', node: 'edge', device: 'Filler 1' }],
  ['spBv1.0/plant/DDATA/edge', undefined],
  ['spBv1.0/plant/NDATA/edge/d', undefined],
  ['spBv1.0/plant/NCMD/edge', undefined],
  ['spBv1.0/STATE/host', undefined],
  ['spAv1.0/plant/NBIRTH/edge', undefined],
])('%s', (topic, parts) => {
  expect(parseTopic(topic)).toEqual(parts)
})

test.each([
  ['spBv1.0/plant/NCMD/edge/#', true],
  ['spBv1.0/plant/DCMD/edge/#', true],
  ['spBv1.0/plant/NCMD/edge', true],
  ['spBv1.0/plant/DCMD/edge/Filler 1', true],
  ['spBv1.0/plant/DCMD/edge/+', true],
  ['spBv1.0/+/DCMD/edge/#', true],
  ['spBv1.0/plant/NCMD/+', true],
  ['spBv1.0/plant/DCMD/#', true],
  ['spBv1.0/STATE/packhouse', true],
  ['spBv1.0/STATE/+', true],
  ['spBv1.0/STATE/#', true],
  ['STATE/packhouse', true],
  ['STATE/#', true],
  ['spBv1.0/#', false],
  ['spBv1.0/+/+/edge/#', false],
  ['spBv1.0/plant/#', false],
  ['spBv1.0/plant/DCMD/edge/a/b', false],
  ['spBv1.0/plant/DCMD/edge#', false],
  ['spBv1.0/STATE/packhouse/#', false],
  ['spBv1.0/plant/DDATA/edge/#', false],
  ['#', false],
  ['packhouse/#', false],
])('an edge node may subscribe to %s: %j', (filter, may) => {
  expect(isNodeSubscription(filter)).toBe(may)
})

test('commands go to the node, or to a device of it', () => {
  expect([commandTopic('plant', 'edge'), commandTopic('plant', 'edge', 'Filler 1')]).toEqual([
    'spBv1.0/plant/NCMD/edge',
    'spBv1.0/plant/DCMD/edge/Filler 1',
  ])
})

test('a device is the machine of its name, and of two at once the second gets its full name', () => {
  const names = new MachineNames()
  const noMachine = () => false
  const first = { group: 'plant', node: 'a', device: 'Filler 1' }
  const second = { ...first, node: 'b' }
  expect(names.nameOf('', first, noMachine)).toBe('Filler-1')
  expect(names.nameOf('', second, noMachine)).toBe('plant.b.Filler-1')
  expect(names.nameOf('customer', second, noMachine)).toBe('Filler-1')
  names.release('', first)
  expect(names.nameOf('', second, noMachine)).toBe('Filler-1')
  expect(names.nameOf('', second, (name) => name === 'plant.b.Filler-1')).toBe('plant.b.Filler-1')
})

test('devices whose names a machineID cannot tell apart, or cannot hold, are machines of their own', () => {
  const names = new MachineNames()
  const nameOf = (device: string) => names.nameOf('', { group: 'plant', node: 'a', device }, () => false)
  const devices = [
    'Filler 1',
    'Filler-1',
    'Filler_1',
    'Filler+1',
    '包装',
    '灌装',
    'x'.repeat(80),
    `${'x'.repeat(80)}y`,
    '--',
  ]
  const found = devices.map(nameOf)
  expect(new Set(found).size).toBe(devices.length)
  for (const name of found) expect(machineIDSchema.safeParse(name).success).toBe(true)
  expect(found.slice(0, 3)).toEqual(['Filler-1', 'plant.a.Filler-1', 'Filler_1'])
  expect(found[3]).toMatch(/^plant\.a\.Filler-1-[0-9a-f]{8}$/)
  // The same device always has the same name.
  expect(devices.map(nameOf)).toEqual(found)
})

test.each([
  ['spBv1.0/STATE/packhouse', true],
  ['spBv1.0/plant/NCMD/edge', true],
  ['spBv1.0/plant/DCMD/edge/Filler 1', true],
  ['spBv1.0/plant/NBIRTH/edge', false],
  ['STATE/packhouse', false],
])('%s is of a host: %j', (topic, isOfHost) => {
  expect(isHostTopic(topic)).toBe(isOfHost)
})

test('a state is read as it was written, and nothing else is one', () => {
  expect(readState(statePayload(true, 1_700_000_000_000))).toEqual({ online: true, timestamp: 1_700_000_000_000 })
  for (const text of ['ONLINE', '{}', '{"online":"true","timestamp":1}', '{"online":true}', `[${'1,'.repeat(600)}1]`])
    expect(readState(Buffer.from(text))).toBe(undefined)
})
