import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type Call, type CallInput, type CallOutput, type CallResult, defineCall } from './call.ts'
import { field, SECRET_MASK } from './field.ts'
import { type Change, type Draft, defineResource, type Resource, type Row } from './resource.ts'

const crates = defineResource({
  name: 'crate',
  table: 'crate',
  area: 'tests',
  noun: ['crate', 'crates'],
  fields: {
    code: field.text({ label: 'Code', required: true, frozen: true }),
    note: field.multiline({ label: 'Note' }),
    size: field.choice(['small', 'large'], { label: 'Size', required: true }),
    price: field.decimal({ label: 'Price', decimalPlaces: 2 }),
    count: field.integer({ label: 'Count', min: 0, max: 9, required: true, fallback: 0 }),
    isOpen: field.boolean({ label: 'Open', fallback: false }),
    tags: field.list({ label: 'Tags' }),
    parts: field.objects(z.array(z.object({ name: z.string() })), { label: 'Parts' }),
    pin: field.text({ label: 'PIN', secret: true }),
    total: field.integer({ label: 'Total', min: 0, max: 9, readOnly: true, required: true }),
    changes: field.list({ label: 'Changes', readOnly: true }),
  },
  mounts: [{ path: '/v1/crates' }],
  label: 'code',
  defaultSort: 'code',
})

describe('the row of a resource', () => {
  test('has the value of each field by its kind, and null if it is not required', () => {
    expectTypeOf<Omit<Row<typeof crates>, keyof Row<Resource<string, Record<never, never>>>>>().toEqualTypeOf<{
      code: string
      note: string | null
      size: 'small' | 'large'
      price: string | null
      count: number
      isOpen: boolean
      tags: string[]
      parts: { name: string }[]
      pin: typeof SECRET_MASK | null
      total: number
      changes: string[]
    }>()
    // @ts-expect-error there is no such field
    expectTypeOf<Row<typeof crates>['weight']>()
  })

  test('is a row of any resource too', () => {
    expectTypeOf<typeof crates>().toExtend<Resource>()
    expectTypeOf<Row<typeof crates>>().toExtend<Row<Resource>>()
  })
})

describe('what is sent of a resource', () => {
  test('has no field that is only read, neither in its types nor past its schemas', () => {
    expectTypeOf<'total' | 'changes'>().not.toExtend<keyof Draft<typeof crates>>()
    expectTypeOf<Extract<'total' | 'changes', keyof Draft<typeof crates> | keyof Change<typeof crates>>>().toBeNever()
    const sent = { code: 'A', size: 'small' as const }
    expect(crates.draft.safeParse(sent).success).toBe(true)
    expect(crates.draft.safeParse({ ...sent, total: 1 }).success).toBe(false)
    // @ts-expect-error the server counts
    const draft: Draft<typeof crates> = { ...sent, total: 1 }
    expect(crates.change.safeParse({ ...draft, rowVersion: 1 }).success).toBe(false)
  })

  test('has a secret that no row contains', () => {
    expectTypeOf<Draft<typeof crates>['pin']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Change<typeof crates>['pin']>().toEqualTypeOf<string | null | undefined>()
    expect(crates.row.safeParse({ pin: '1234' }).error?.issues.map(({ path }) => path)).toContainEqual(['pin'])
    expect(crates.change.safeParse({ rowVersion: 1, pin: '1234' }).success).toBe(true)
    expect(crates.change.safeParse({ rowVersion: 1, pin: SECRET_MASK }).success).toBe(false)
  })

  test('has a frozen field at the creation alone', () => {
    expectTypeOf<Draft<typeof crates>['code']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Extract<'code', keyof Change<typeof crates>>>().toBeNever()
    expect(crates.change.safeParse({ rowVersion: 1, code: 'B' }).success).toBe(false)
  })

  test('may leave out any field of a change; the version that was read is named in it or by If-Match', () => {
    expectTypeOf<keyof Change<typeof crates>>().toEqualTypeOf<
      'note' | 'size' | 'price' | 'count' | 'isOpen' | 'tags' | 'parts' | 'pin' | 'rowVersion'
    >()
    expectTypeOf<{ rowVersion: number }>().toExtend<Change<typeof crates>>()
    // @ts-expect-error no rowVersion
    const change: Change<typeof crates> = { note: null }
    expect(crates.change.safeParse(change).success).toBe(true)
    expectTypeOf<CallOutput<typeof crates.calls.update>['body']['rowVersion']>().toEqualTypeOf<number | undefined>()
  })
})

describe('the declaration of a resource', () => {
  test('does not compile with a label that is no field', () => {
    // @ts-expect-error `title` is no field
    const wrong = () => defineResource({ ...crates, label: 'title' })
    expectTypeOf(wrong).toBeFunction()
  })

  test('has its name as a type, from which the names of its calls follow', () => {
    expectTypeOf(crates.name).toEqualTypeOf<'crate'>()
  })
})

describe('a call', () => {
  const params = z.object({ id: z.uuid() })
  const query = z.object({ days: z.string().default('7').transform(Number) })
  const base = { area: 'tests', method: 'GET', summary: 'A crate' } as const
  const read = defineCall({ ...base, path: '/v1/a', access: 'signed-in', params, query, result: crates.row })
  const clear = defineCall({ ...base, path: '/v1/b', access: 'public' })

  test('is asked with what its schemas take, each part only where it is declared', () => {
    expectTypeOf<CallInput<typeof read>['params']>().toEqualTypeOf<{ id: string }>()
    expectTypeOf<CallInput<typeof read>['query']>().toEqualTypeOf<{ days?: string | undefined } | undefined>()
    expectTypeOf<CallInput<typeof read>>().not.toHaveProperty('body')
    expectTypeOf<CallInput<typeof clear>>().toBeUnknown()
  })

  test('gives its handler what its schemas make of that', () => {
    expectTypeOf<CallOutput<typeof read>['query']>().toEqualTypeOf<{ days: number }>()
    expectTypeOf<CallOutput<typeof read>>().not.toHaveProperty('body')
  })

  test('answers the rows of its resource, or nothing', () => {
    expectTypeOf<CallResult<typeof read>>().toEqualTypeOf<Row<typeof crates>>()
    expectTypeOf<CallResult<typeof crates.calls.remove>>().toBeUnknown()
    expectTypeOf<CallResult<typeof clear>>().toBeUndefined()
  })

  test('does not compile with a permission that does not exist', () => {
    const withAccess = (access: Call['access']) => access
    expect([withAccess('alarm.manage'), withAccess('crate.update')]).toHaveLength(2)
    // @ts-expect-error the permission is `alarm.acknowledge`
    withAccess('alarm.acknowlege')
    // @ts-expect-error no resource has this verb
    withAccess('crate.write')
    // @ts-expect-error `nobody` is not a permission
    withAccess('everybody')
  })
})
