import { recordPayloadSchema } from '@packhouse/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlainPayload } from './plain-payload.ts'

const around = (...limits: number[]) =>
  fc.oneof(fc.double(), fc.constantFrom(...limits, ...limits.map((limit) => limit + 0.01)))

/** Values that are right, nearly right and wrong, for every field. */
const field = fc.oneof(
  around(-273.15, -180, -90, -0.01, 0, 90, 100, 180, 2_000, 100_000, 2 ** 53),
  fc.integer(),
  fc.constantFrom('Running', 'Faulted', 'running', '2026-02-28T10:00:00.000Z', '2026-02-30T10:00:00Z', '2026-01-01'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('2026-01-31T23:59:59+14:00', '2024-02-29T00:00:00Z', '2026-11-21T24:00:00Z', '2026-11-21T10:00Z'),
  fc.dictionary(fc.oneof(fc.string({ maxLength: 140 }), fc.constant('__proto__')), fc.jsonValue({ maxDepth: 1 })),
  fc.dictionary(fc.string(), fc.oneof(fc.double(), fc.string({ maxLength: 1_100 }), fc.boolean(), fc.constant(null))),
  fc.jsonValue(),
)

const payload = fc.record(
  Object.fromEntries([...Object.keys(recordPayloadSchema.shape), 'else'].map((name) => [name, field])),
  { requiredKeys: [] },
)

describe('a plainly well-formed payload', () => {
  it('is one that the schema takes, unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(payload, fc.jsonValue()), (value) => {
        const json: unknown = JSON.parse(JSON.stringify(value))
        const plain = readPlainPayload(json)
        if (plain !== undefined) expect(recordPayloadSchema.parse(json)).toEqual(plain)
      }),
      { numRuns: 5_000 },
    )
  })

  it('leaves no well-formed field to the schema, but for the machineID, a reading named __proto__ and what a double may have rounded', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(recordPayloadSchema.shape)), field, (name, value) => {
        const json: unknown = JSON.parse(JSON.stringify({ [name]: value }))
        const taken = recordPayloadSchema.safeParse(json).success
        const isLarge = (one: unknown) => typeof one === 'number' && Math.abs(one) > Number.MAX_SAFE_INTEGER
        const isRounded = typeof value === 'object' && Object.values(value ?? {}).some(isLarge)
        if (name !== 'machineID' && !isRounded && !JSON.stringify(json).includes('__proto__'))
          expect(readPlainPayload(json) !== undefined).toBe(taken)
      }),
      { numRuns: 5_000 },
    )
  })
})
