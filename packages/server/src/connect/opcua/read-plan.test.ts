import { DataType, DataValue, StatusCodes, Variant, VariantArrayType } from 'node-opcua-client'
import { expect, test } from 'vitest'
import { countOf, scalarOf } from './node-value.ts'
import { packmlPlan } from './read-plan.ts'
import { snapshotOf } from './snapshot.ts'

const good = (dataType: DataType, value: unknown, statusCode = StatusCodes.Good) =>
  new DataValue({ statusCode, value: new Variant({ dataType, arrayType: VariantArrayType.Scalar, value }) })
const state = (text: string) => good(DataType.LocalizedText, { text })
const plan = packmlPlan({ states: ['outer', 'inner', 'execute'], processed: 'count' })

test.each([
  [['Cleared', 'Running', 'Held'], 'Held'],
  [['Cleared', 'Stopped', 'Held'], 'Stopped'],
  [['Aborted', 'Running', 'Held'], 'Aborted'],
])('of the states %j the one that is active counts', (states, reported) => {
  const values = new Map(states.map((text, place) => [['outer', 'inner', 'execute'][place] ?? '', state(text)]))
  expect(snapshotOf(plan, values.set('count', good(DataType.Int32, 5)))).toMatchObject({
    readings: [{ address: 'outer', value: reported }, { value: 5 }],
    isUsable: true,
  })
})

test('without a good value of the state nothing is reported, and why is', () => {
  const values = new Map([
    ['outer', state('Cleared')],
    ['inner', good(DataType.LocalizedText, { text: 'Running' }, StatusCodes.BadSensorFailure)],
    ['count', good(DataType.Int32, 5)],
  ])
  const { isUsable, complaint } = snapshotOf(plan, values)
  expect(isUsable).toBe(false)
  expect(complaint).toContain('BadSensorFailure')
})

test('values become plain ones, and bad quality is null whatever the value', () => {
  expect(scalarOf(good(DataType.Double, 4.5, StatusCodes.BadSensorFailure))).toBe(null)
  expect(scalarOf(good(DataType.Double, 4.5, StatusCodes.UncertainInitialValue))).toBe(4.5)
  expect(scalarOf(good(DataType.UInt64, [1, 5]))).toBe(4_294_967_301)
  expect(scalarOf(good(DataType.Int64, [0xffff_ffff, 0xffff_fffe]))).toBe(-2)
  expect(scalarOf(good(DataType.UInt64, [0xffff_ffff, 0xffff_ffff]))).toBe('18446744073709551615')
  expect(scalarOf(good(DataType.Float, Number.NaN))).toBe(null)
  const list = new Variant({ dataType: DataType.Double, arrayType: VariantArrayType.Array, value: [1, 2] })
  expect(scalarOf(new DataValue({ value: list }))).toBe(undefined)
  expect(countOf(good(DataType.Int32, 7))).toBe(7)
})
