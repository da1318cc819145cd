import { describe, expect, test } from 'vitest'
import { encodeWrite, type MetricDefinition } from './commands.ts'
import { decodeSparkplug } from './payload.ts'

const NOW = Date.parse('2026-11-26T00:00:00Z')

function definition(dataType: number, given: Partial<MetricDefinition> = {}): MetricDefinition {
  return { name: 'Set/Speed', alias: undefined, dataType, isLong: false, ...given }
}

/** What a device reads of a command. */
function written(of: MetricDefinition, raw: number | boolean | string) {
  const encoded = encodeWrite(of, raw, NOW)
  if ('fault' in encoded) return encoded
  const { metrics, at, seq } = decodeSparkplug(encoded.payload)
  const [metric] = metrics
  return { at, seq, name: metric?.name, alias: metric?.alias, type: metric?.dataType, ...metric?.read(metric.dataType) }
}

test('a metric is named as its birth has it: by its alias where there is one', () => {
  expect(written(definition(10), 4.25)).toEqual({ at: NOW, name: 'Set/Speed', type: 10, value: 4.25 })
  const aliased = written(definition(10, { alias: '18446744073709551615' }), 1)
  expect(aliased).toEqual({ at: NOW, alias: '18446744073709551615', type: 10, value: 1 })
})

describe('a value in the data type of the metric', () => {
  test.each([
    [1, -128, -128],
    [2, -32_768, -32_768],
    [3, -2_147_483_648, -2_147_483_648],
    [4, -9_007_199_254_740_991, -9_007_199_254_740_991],
    [5, 255, 255],
    [6, 65_535, 65_535],
    [7, 4_294_967_295, 4_294_967_295],
    [8, 9_007_199_254_740_991, 9_007_199_254_740_991],
    [9, 4.3, 4.3],
    [10, 0.1, 0.1],
    [11, true, true],
    [11, 0, false],
    [12, 'recipe 4', 'recipe 4'],
    [14, 7, '7'],
    // What a tag map has names for is text there.
    [3, '6', 6],
    // Beyond what a double holds digits are.
    [8, '18446744073709551615', '18446744073709551615'],
    [4, '-9223372036854775808', '-9223372036854775808'],
    [11, 'true', true],
  ])('%i takes %j', (dataType, raw, value) => {
    expect(written(definition(dataType), raw)).toMatchObject({ value })
  })

  test.each<[number, number | string]>([
    [1, 128],
    [2, -32_769],
    [3, 2_147_483_648],
    [4, 9_007_199_254_740_992],
    [5, -1],
    [6, 65_536],
    [7, 4_294_967_296],
    [8, -1],
    [8, '18446744073709551616'],
    [3, 1.5],
    [3, ''],
    [3, 'fast'],
    [9, 1e39],
    [10, 'fast'],
    [11, 2],
    // Times, UUIDs, bytes, data sets and templates.
    ...[13, 15, 16, 17, 18, 19, 0].map((type): [number, number] => [type, 1]),
  ])('%i does not take %j', (dataType, raw) => {
    expect(written(definition(dataType), raw)).toEqual({ fault: expect.stringMatching(/./) })
  })

  test('a UInt32 goes as it came: some devices read an int, others a long', () => {
    const bytes = (isLong: boolean) => {
      const encoded = encodeWrite(definition(7, { isLong }), 1, NOW)
      return 'payload' in encoded ? encoded.payload.toString('hex') : ''
    }
    // Fields 10 (int_value) and 11 (long_value) as varints.
    expect(bytes(false)).toMatch(/5001$/)
    expect(bytes(true)).toMatch(/5801$/)
  })
})
