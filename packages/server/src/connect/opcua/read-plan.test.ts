import { tagMapEntrySchema } from '@packhouse/contract'
import { DataType, DataValue, StatusCodes, Variant, VariantArrayType } from 'node-opcua-client'
import { expect, test } from 'vitest'
import { compileMap } from '../mapping/compiled-map.ts'
import { countOf, scalarOf } from './node-value.ts'
import { packmlPlan, planOfMap } from './read-plan.ts'

const good = (dataType: DataType, value: unknown, statusCode = StatusCodes.Good) =>
  new DataValue({ statusCode, value: new Variant({ dataType, arrayType: VariantArrayType.Scalar, value }) })
const state = (text: string, status = StatusCodes.Good) => good(DataType.LocalizedText, { text }, status)
const plan = packmlPlan({ states: ['outer', 'inner', 'execute'], processed: 'count' })

test.each([
  [['Cleared', 'Running', 'Held'], 'Held', 'execute'],
  [['Cleared', 'Stopped', 'Held'], 'Stopped', 'inner'],
  [['Aborted', 'Running', 'Held'], 'Aborted', 'outer'],
])('of the states %j the one that is active counts', (states, value, node) => {
  const values = new Map(states.map((text, place) => [['outer', 'inner', 'execute'][place] ?? '', state(text)]))
  for (const changed of values.keys())
    expect(plan.readingsOf(changed, values)).toEqual([{ address: 'outer', role: 'state', node, value }])
})

test('a state of bad quality is unknown, and one that is not known yet is not reported', () => {
  const values = new Map([['outer', state('Cleared')]])
  expect(plan.readingsOf('outer', values)).toEqual([])
  values.set('inner', state('Running', StatusCodes.BadSensorFailure))
  expect(plan.readingsOf('inner', values)).toMatchObject([{ node: 'inner', value: null }])
})

test('a tag map names nodes and parts of their values, and a node is watched once', () => {
  const entries = ['[0]@ns=1;s=list', '[1]@ns=1;s=list', 'ns=1;s=plain', 'none'].map((address, place) =>
    tagMapEntrySchema.parse({ canonicalTag: `tag${place}`, address, role: 'other' }),
  )
  const compiled = compileMap({ source: 'opcua', entries, timeAddress: null })
  const byMap = planOfMap({ ...plan.map, compiled })
  expect(byMap.nodes).toEqual(['ns=1;s=list', 'ns=1;s=plain'])
  // It is not cut to what a record takes, but found to be longer.
  expect(String(scalarOf(good(DataType.String, 'x'.repeat(2_000)))).length).toBeGreaterThan(1_024)
  const list = new Variant({ dataType: DataType.Double, arrayType: VariantArrayType.Array, value: [1, 2] })
  expect(byMap.readingsOf('ns=1;s=list', new Map([['ns=1;s=list', new DataValue({ value: list })]]))).toMatchObject([
    { address: '[0]@ns=1;s=list', value: 1 },
    { address: '[1]@ns=1;s=list', value: 2 },
  ])
  expect(compiled.broken).toMatchObject([{ address: 'none', reason: expect.stringContaining('neither a node ID') }])
})

test('values become plain ones, and bad quality is null whatever the value', () => {
  expect(scalarOf(good(DataType.Double, 4.5, StatusCodes.BadSensorFailure))).toBe(null)
  expect(scalarOf(good(DataType.Double, 4.5, StatusCodes.UncertainInitialValue))).toBe(4.5)
  expect(scalarOf(good(DataType.UInt64, [1, 5]))).toBe(4_294_967_301)
  expect(scalarOf(good(DataType.Int64, [0xffff_ffff, 0xffff_fffe]))).toBe(-2)
  expect(scalarOf(good(DataType.UInt64, [0xffff_ffff, 0xffff_ffff]))).toBe('18446744073709551615')
  expect(scalarOf(good(DataType.Float, Number.NaN))).toBe(null)
  expect(scalarOf(good(DataType.Float, Math.fround(233.1)))).toBe(233.1)
  expect(scalarOf(good(DataType.Float, 12_345_679))).toBe(12_345_679)
  expect(scalarOf(good(DataType.Double, Math.fround(233.1)))).toBe(233.100_006_103_515_62)
  const list = new Variant({ dataType: DataType.Double, arrayType: VariantArrayType.Array, value: [1, 2] })
  expect(scalarOf(new DataValue({ value: list }))).toBe(undefined)
  expect(countOf(new DataValue({ value: list }))).toBe(1)
  expect(countOf(good(DataType.Int32, 7))).toBe(7)
})
