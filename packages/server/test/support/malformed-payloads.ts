import { RECORD_MAX_BYTES } from '@packhouse/contract'
import fc from 'fast-check'

const valid = {
  lastSeen: '2026-11-21T10:00:00.000Z',
  totalCycles: 100,
  cyclesPerMin: 30,
  machineState: 'Running',
  temperature: 21.5,
  machineData: { pressure: 4.2, recipe: 'A' },
}

const fieldNames = [...Object.keys(valid), 'humidity', 'latitude', 'longitude', 'machineID'] as const
const fieldName = fc.constantFrom(...fieldNames)
const text = (arbitrary: fc.Arbitrary<string>) => arbitrary.map((value) => Buffer.from(value))
const json = (arbitrary: fc.Arbitrary<unknown>) => text(arbitrary.map((value) => JSON.stringify(value) ?? ''))

/** A field with a value that is right for no field. */
const wrongTypes = json(
  fc
    .tuple(
      fieldName,
      fc.oneof(fc.array(fc.integer()), fc.constant(true), fc.constant('\u0000'), fc.constant({ $gt: 1 })),
    )
    .map(([name, value]) => ({ ...valid, [name]: name === 'machineData' ? [value] : value })),
)

const outOfRange = json(
  fc.constantFrom(
    ...[
      { totalCycles: -1 },
      { totalCycles: 1.5 },
      { totalCycles: 2 ** 53 },
      { totalCycles: '100' },
      { cyclesPerMin: -1 },
      { cyclesPerMin: 1e9 },
      { temperature: -300 },
      { temperature: 1e300 },
      { humidity: 101 },
      { latitude: 91 },
      { longitude: -181 },
      { machineState: 'running' },
      { machineState: 'Exploded' },
      { machineState: '' },
      { lastSeen: 'yesterday' },
      { lastSeen: 1_700_000_000 },
      { lastSeen: '2026-02-30T00:00:00Z' },
      { lastSeen: '2026-11-21T10:00:00' },
      { lastSeen: '2026-11-21' },
      { lastSeen: '1999-01-01T00:00:00Z' },
      { lastSeen: '9999-12-31T23:59:59Z' },
      { lastSeen: '+275760-09-13T00:00:00.000Z' },
      { machineID: 'ANOTHER-1' },
      { machineID: '../etc' },
      { machineData: { nested: { a: 1 } } },
      { machineData: { list: [1] } },
      { machineData: { nul: 'a\u0000b' } },
      { machineData: { 'a\u0000b': 1 } },
      { machineData: { half: '\ud800' } },
      { machineData: { '\udfff': 1 } },
      { machineData: { long: 'x'.repeat(1025) } },
      { machineData: { ['x'.repeat(129)]: 1 } },
    ].map((wrong) => ({ ...valid, ...wrong })),
  ),
)

const surplusKeys = json(
  fc
    .string({ minLength: 1 })
    .filter((name) => !fieldNames.some((known) => known === name))
    .map((name) => ({ ...valid, [name]: 1 })),
)

const prototypeKeys = text(
  fc
    .constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty')
    .map((key) => `{"totalCycles":1,"${key}":{"polluted":true},"machineData":{"x":{"${key}":1}}}`),
)

const nesting = text(
  fc
    .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}']), fc.integer({ min: 2, max: 6000 }))
    .map(([[open = '', close = ''], depth]) => `{"machineData":{"x":${open.repeat(depth)}1${close.repeat(depth)}}}`),
)

const hugeNumbers = text(
  fc
    .constantFrom(
      `1${'0'.repeat(400)}`,
      '1e400',
      '-1e400',
      '9'.repeat(60_000),
      'NaN',
      'Infinity',
      '0x10',
      '1_000',
      '01',
      '+1',
    )
    .map((number) => `{"totalCycles":${number}}`),
)

const invalidUtf8 = fc
  .constantFrom('ff', 'c0af', 'eda080', 'f4908080', 'e282', '80')
  .map((bytes) => Buffer.concat([Buffer.from('{"machineData":{"a":"'), Buffer.from(bytes, 'hex'), Buffer.from('"}}')]))

const otherJson = json(fc.oneof(fc.array(fc.jsonValue()), fc.integer(), fc.string(), fc.constant(null), fc.boolean()))

const tooLarge = fc.integer({ min: 1, max: 1000 }).map((over) => Buffer.alloc(RECORD_MAX_BYTES + over, ' '))

/** Payloads none of which is a record. */
export const malformedPayloads: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: wrongTypes },
  { weight: 6, arbitrary: outOfRange },
  { weight: 4, arbitrary: surplusKeys },
  { weight: 2, arbitrary: prototypeKeys },
  { weight: 2, arbitrary: nesting },
  { weight: 2, arbitrary: hugeNumbers },
  { weight: 2, arbitrary: invalidUtf8 },
  { weight: 2, arbitrary: otherJson },
  { weight: 1, arbitrary: tooLarge },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', ' ', '\u0000', '{}{}', '{"a":1', '\ufeff{}x', "{'a':1}", '{"totalCycles":1,}')
      .map((value) => Buffer.from(value)),
  },
)

/** A record with some bytes changed, removed, doubled or added: most are invalid then, some are still valid. */
export const mutatedPayloads: fc.Arbitrary<Buffer> = fc
  .array(fc.tuple(fc.nat(400), fc.nat(255), fc.constantFrom('change', 'remove', 'insert', 'cut')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((changes) => {
    let bytes = Buffer.from(JSON.stringify(valid))
    for (const [place, byte, kind] of changes) {
      const at = place % (bytes.length + 1)
      const rest = kind === 'cut' ? bytes.length : at + (kind === 'insert' ? 0 : 1)
      const put = kind === 'remove' || kind === 'cut' ? [] : [byte]
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(rest)])
    }
    return bytes
  })
