import { expect, test } from 'vitest'
import { MachineNames } from './machine-names.ts'
import { isNodeSubscription, parseTopic } from './topic.ts'

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
  ['spBv1.0/STATE/packhouse', true],
  ['STATE/packhouse', true],
  ['spBv1.0/#', false],
  ['spBv1.0/+/NCMD/edge/#', false],
  ['spBv1.0/plant/NCMD/+', false],
  ['spBv1.0/plant/DDATA/edge/#', false],
  ['#', false],
  ['packhouse/#', false],
])('an edge node may subscribe to %s: %j', (filter, may) => {
  expect(isNodeSubscription(filter)).toBe(may)
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
