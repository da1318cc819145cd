import { expect, test } from 'vitest'
import { CounterCourse } from '../mapping/counter-course.ts'
import type { SparkplugValue } from './metric-value.ts'
import { mapByUsualNames } from './usual-names.ts'

const nothing = { at: 0, late: false, courseOf: () => new CounterCourse(), tags: {}, measured: {} }

function map(values: Record<string, SparkplugValue>) {
  const metrics = new Map(Object.entries(values))
  return mapByUsualNames(metrics, metrics, nothing).fields
}

test.each([
  [{ 'Status/StateCurrent': 6 }, { machineState: 'Execute' }],
  [{ State: 'Held' }, { machineState: 'Held' }],
  [{ 'Status/CurMachSpeed': 42.5 }, { cyclesPerMin: 42.5 }],
  [{ 'Admin/ProdProcessedCount[0]/AccCount': 1_000 }, { totalCycles: 1_000 }],
  [{ 'Admin/ProdDefectiveCount[0]/AccCount': 3 }, { totalRejects: 3 }],
  [
    { temperature: 21.5, 'Room/Humidity': 40 },
    { temperature: 21.5, humidity: 40 },
  ],
  [{ 'Film tension': 4, 'Node Control/Rebirth': false, bdSeq: 1 }, { machineData: { 'Film tension': 4 } }],
])('%j is %j', (values, fields) => {
  expect(map(values)).toEqual(fields)
})

test('of two names that fit the surer one is taken, and the other stays a reading', () => {
  expect(map({ State: 'Idle', StateCurrent: 6 })).toEqual({ machineState: 'Execute', machineData: { State: 'Idle' } })
})

test('a name that comes later is found too', () => {
  const values = new Map<string, SparkplugValue>([['a', 1]])
  expect(mapByUsualNames(values, values, nothing).fields).toEqual({ machineData: { a: 1 } })
  values.set('Speed', 5)
  expect(mapByUsualNames(values, values, nothing).fields).toMatchObject({ cyclesPerMin: 5 })
})

test('what is reported is mapped by the names of all metrics', () => {
  const metrics = new Map(['State', 'StateCurrent', 'a', 'b'].map((name) => [name, null]))
  const fields = (values: Record<string, SparkplugValue>) =>
    mapByUsualNames(metrics, new Map(Object.entries(values)), nothing).fields
  expect(fields({ State: 'Held' })).toEqual({ machineData: { State: 'Held' } })
  expect(fields({ b: 1 })).toEqual({ machineData: { b: 1 } })
  expect(fields({ StateCurrent: null })).toEqual({ machineState: null })
})
