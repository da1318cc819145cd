import './declared-words.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

type Code = z.core.$ZodIssue['code']

/** A schema and a value for every kind of fault that there is: a new kind of the library fails the check of types. */
const faults: Record<Code, (readonly [schema: z.ZodType, value: unknown])[]> = {
  invalid_type: [
    [z.array(z.string()), ''],
    [z.string(), undefined],
    [z.number(), 'ten'],
    [z.number(), Number.NaN],
    [z.int(), 1.5],
    [z.boolean(), 'yes'],
    [z.object({}), null],
    [z.date(), new Date('never')],
  ],
  too_big: [
    [z.string().max(2), 'abc'],
    [z.array(z.string()).max(0), ['a']],
    [z.number().max(1), 2],
    [z.number().lt(1), 1],
  ],
  too_small: [
    [z.string().min(2), 'a'],
    [z.array(z.string()).min(1), []],
    [z.number().min(1), 0],
    [z.number().gt(1), 1],
  ],
  invalid_format: [
    [z.email(), 'a'],
    [z.uuid(), 'a'],
    [z.url(), 'a'],
    [z.iso.date(), 'a'],
    [z.string().regex(/^b$/), 'a'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 3]],
  unrecognized_keys: [[z.strictObject({}), { more: 1 }]],
  invalid_union: [[z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}]],
  invalid_key: [[z.record(z.string().regex(/^b$/), z.string()), { a: 'a' }]],
  invalid_element: [[z.map(z.string(), z.object({})), new Map([['a', 1]])]],
  invalid_value: [
    [z.enum(['percent', 'amount']), 'none'],
    [z.literal('a'), 'b'],
  ],
  custom: [[z.string().refine(() => false), 'a']],
}

test.each(Object.entries(faults))('a schema says in our words that %s', (_, cases) => {
  for (const [schema, value] of cases) {
    const messages = schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []
    expect(messages).not.toEqual([])
    for (const message of messages) expect(message).toMatch(/^(must|has|needs|is) /)
  }
})
