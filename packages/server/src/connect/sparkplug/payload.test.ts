import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeSparkplug, encodeRebirth, SPARKPLUG_MAX_BYTES, SparkplugFault } from './payload.ts'

interface Oracle {
  encodePayload: (payload: object) => Uint8Array
  decodePayload: (bytes: Uint8Array) => { metrics: { name: string; value: unknown }[] }
}

// The codec that the independent edge node of the tests brings along.
const load = createRequire(import.meta.resolve('sparkplug-client'))
const oracle = load(['sparkplug', 'payload'].join('-')).get('spBv1.0') as Oracle

/** What is read of one metric that the other codec has written. */
function read(metric: object) {
  const [decoded] = decodeSparkplug(oracle.encodePayload({ timestamp: 1, seq: 0, metrics: [metric] })).metrics
  return decoded?.read(decoded.dataType)
}

test.each([
  ['Int8', -1],
  ['Int16', -32_768],
  ['Int32', -2_147_483_648],
  ['Int64', -5],
  ['UInt8', 255],
  ['UInt16', 65_535],
  ['UInt32', 4_294_967_295],
  ['UInt64', 9_007_199_254_740_991],
  ['Float', 1.5],
  ['Float', 16_777.217],
  ['Float', 12_345_679],
  ['Float', 233.1],
  ['Double', 0.1],
  ['Double', 233.100_006_103_515_62],
  ['Boolean', true],
  ['String', 'Ærø 🏭'],
  ['Text', ''],
  ['DateTime', 1_795_000_000_000],
])('a metric of type %s is read as the other codec wrote it', (type, value) => {
  expect(read({ name: 'm', type, value })).toEqual({ value })
})

test('names, aliases, times and the sequence are those of the other codec', () => {
  const bytes = oracle.encodePayload({
    timestamp: 1_795_000_000_000,
    seq: 255,
    metrics: [{ name: 'speed', alias: 7, timestamp: 1_795_000_000_001, type: 'Double', value: 2, isHistorical: true }],
  })
  const payload = decodeSparkplug(bytes)
  expect(payload).toMatchObject({ at: 1_795_000_000_000, seq: 255 })
  expect(payload.metrics[0]).toMatchObject({ name: 'speed', alias: '7', at: 1_795_000_000_001, isHistorical: true })
})

test('what was not sent is not taken for nothing', () => {
  const payload = decodeSparkplug(Buffer.from([]))
  expect(payload).toEqual({ at: undefined, seq: undefined, metrics: [] })
})

test('a null is a value that is there and empty', () => {
  expect(read({ name: 'm', type: 'Double', value: null, isNull: true })).toEqual({ value: null })
})

test('a number that JavaScript would round is text', () => {
  // Metric 10: long_value (field 11) with the largest uint64, without a name.
  const bytes = Buffer.from('120d2008' + '58ffffffffffffffffff01', 'hex')
  const [metric] = decodeSparkplug(bytes).metrics
  expect(metric?.read(8)).toEqual({ value: '18446744073709551615' })
  expect(metric?.read(4)).toEqual({ value: -1 })
})

test.each([
  [1, '120358fb01'],
  [2, '120458fbff03'],
  [3, '120658fbffffff0f'],
  [4, '120b58fbffffffffffffffff01'],
])('a signed integer of the type %i is negative where it is sent as a long, in 64 bits or in its own', (type, own) => {
  // Metric 10: long_value (field 11) of -5.
  const wide = '120b58fbffffffffffffffff01'
  for (const bytes of [wide, own])
    expect(decodeSparkplug(Buffer.from(bytes, 'hex')).metrics[0]?.read(type)).toEqual({ value: -5 })
})

test('the largest alias is distinguished from its neighbour', () => {
  const alias = (last: string) => Buffer.from(`120b10${last}ffffffffffffffff01`, 'hex')
  expect(decodeSparkplug(alias('ff')).metrics[0]?.alias).toBe('18446744073709551615')
  expect(decodeSparkplug(alias('fe')).metrics[0]?.alias).toBe('18446744073709551614')
})

test.each([
  [
    'a data set',
    { type: 'DataSet', value: { numOfColumns: 1, types: ['Int32'], columns: ['a'], rows: [[1]] } },
    /Data sets/,
  ],
  ['a template', { type: 'Template', value: { isDefinition: true, metrics: [], parameters: [] } }, /Templates/],
  ['bytes', { type: 'Bytes', value: new Uint8Array([1, 2]) }, /Bytes/],
])('%s is left out with the reason', (_, metric, reason) => {
  expect(read({ name: 'm', ...metric })).toEqual({ ignored: expect.stringMatching(reason) })
})

test.each([
  ['a huge text', { type: 'String', value: 'x'.repeat(2_000) }, /longer than 1024/],
  ['a text with a NUL', { type: 'String', value: 'a\u0000' }, /NUL/],
  ['an endless number', { type: 'Double', value: Number.POSITIVE_INFINITY }, /infinite/],
  ['what is no number', { type: 'Float', value: Number.NaN }, /infinite or none/],
])('%s is unknown, with the reason', (_, metric, reason) => {
  expect(read({ name: 'm', ...metric })).toEqual({ value: null, fault: expect.stringMatching(reason) })
})

test('a name that is too long names nothing', () => {
  expect(read({ name: 'n'.repeat(513), type: 'Int32', value: 1 })).toEqual({ ignored: expect.stringMatching(/name/) })
})

test.each([
  ['bytes of something else', Buffer.from('{"totalCycles":1}'), /no Sparkplug B protobuf/],
  ['more bytes than are taken', Buffer.alloc(SPARKPLUG_MAX_BYTES + 1), /at most/],
  ['a sequence beyond 255', Buffer.from([0x18, 0x80, 0x02]), /0 to 255/],
])('%s are refused with the reason', (_, bytes, reason) => {
  expect(() => decodeSparkplug(bytes)).toThrow(SparkplugFault)
  expect(() => decodeSparkplug(bytes)).toThrow(reason)
})

test('a rebirth is what the other codec takes for one', () => {
  expect(oracle.decodePayload(encodeRebirth(5)).metrics).toMatchObject([{ name: 'Node Control/Rebirth', value: true }])
})

test('whatever the bytes are, they are read or refused, and nothing else happens', () => {
  const valid = oracle.encodePayload({
    timestamp: 1,
    seq: 1,
    metrics: [
      { name: 'speed', alias: 1, type: 'Double', value: 2 },
      { name: 'text', alias: 2, type: 'String', value: 'abc' },
      { name: 'set', type: 'DataSet', value: { numOfColumns: 1, types: ['Int32'], columns: ['a'], rows: [[1]] } },
    ],
  })
  const mutation = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
  const mutated = mutation.map((changes) => {
    const bytes = Buffer.from(valid)
    for (const [place, value] of changes) bytes[place] = value
    return bytes
  })
  const anything = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.oneof(mutated, anything), (bytes) => {
      try {
        for (const metric of decodeSparkplug(bytes).metrics) metric.read(metric.dataType)
      } catch (error) {
        expect(error).toBeInstanceOf(SparkplugFault)
      }
    }),
    { seed: 22, numRuns: 5_000 },
  )
})
