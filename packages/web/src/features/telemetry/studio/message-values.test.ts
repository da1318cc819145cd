import { expect, test } from 'vitest'
import { filterWithMachine, samplesIn, suggestFilter, valuesIn } from './message-values.ts'

test('every plain value of a message has its address', () => {
  expect(valuesIn('{"plc":{"t.1":4,"axis":[{"v":true}]},"none":null,"empty":{}}')).toEqual([
    { address: 'plc["t.1"]', value: 4 },
    { address: 'plc.axis[0].v', value: true },
    { address: 'none', value: null },
  ])
  expect(valuesIn('plc=4')).toBeUndefined()
})

test.each([
  ['plant/FILL-07/values', 'plant/{machineID}/values'],
  ['line/3/M-5/telemetry', 'line/3/{machineID}/telemetry'],
  ['plant/filler', 'plant/{machineID}'],
  ['filler', '{machineID}'],
])('for the topic %s the filter %s is suggested', (topic, filter) => {
  expect(suggestFilter(topic)).toBe(filter)
})

test('the level of a topic that is chosen is the machine, and addresses have samples', () => {
  expect(filterWithMachine('plant/FILL-7/values', 1)).toBe('plant/{machineID}/values')
  expect([...samplesIn('{"plc":{"t1":231},"st":"run"}')]).toEqual([
    ['plc.t1', '231'],
    ['st', '"run"'],
  ])
  expect(samplesIn('no JSON').size).toBe(0)
})
