import { type Api, customers, type Draft, type Row, tagMaps } from '@packhouse/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { defineArea, type EveryCallHandled, type Platform, type Use } from './area.ts'
import type { Handler, HandlersOf, ResourceHandlers } from './handlers.ts'
import type { Principal } from './principal.ts'
import { type ResourceRow, rowOf } from './resource/columns.ts'

const one = defineArea({
  name: 'one',
  create: () => ({ provides: { greeting: 'good day' }, handlers: { a: () => 1 } }),
})
const two = defineArea({ name: 'two', create: () => ({ provides: undefined, handlers: { b: () => 2 } }) })

describe('an area', () => {
  test('reports by its types which calls it handles', () => {
    expectTypeOf<ReturnType<typeof one.create>['handlers']>().toHaveProperty('a')
  })

  test('gives others what it provides, with its type', () => {
    const greet = (use: Use) => use(one)
    expectTypeOf(greet).returns.toEqualTypeOf<{ greeting: string }>()
    expectTypeOf(one.create).parameters.toEqualTypeOf<[Platform, Use]>()
  })

  test('does not compile without a name or without what it brings', () => {
    // @ts-expect-error no handlers
    defineArea({ name: 'three', create: () => ({ provides: undefined }) })
    // @ts-expect-error no name
    defineArea({ create: () => ({ provides: undefined, handlers: {} }) })
  })
})

describe('the calls of all areas', () => {
  test('have a handler each, or their names stand where `true` is asked for', () => {
    expectTypeOf<EveryCallHandled<'a' | 'b', [typeof one, typeof two]>>().toEqualTypeOf<true>()
    expectTypeOf<EveryCallHandled<'a' | 'b' | 'c' | 'd', [typeof one, typeof two]>>().toEqualTypeOf<'c' | 'd'>()
  })

  test('do not compile where one is missing from the handlers of an area, or answers something else', () => {
    const health: Handler<Api['health']> = () => {
      throw new Error('never asked')
    }
    // @ts-expect-error `metrics` has no handler
    const missing: HandlersOf<'health' | 'metrics'> = { health }
    // @ts-expect-error a rate is no number
    const wrong: Handler<Api['getRate']> = () => 7
    expect([missing, wrong]).toHaveLength(2)
  })
})

type Input<Name extends keyof Api> = Parameters<Handler<Api[Name]>>[0]

describe('the input of a handler', () => {
  test('has what is declared as it is after the check, with its defaults', () => {
    expectTypeOf<Input<'getRate'>['query']['maxAgeDays']>().toEqualTypeOf<number>()
    expectTypeOf<Input<'rollOutTagMap'>['params']>().toEqualTypeOf<{ id: string }>()
    expectTypeOf<Input<'rollOutTagMap'>['body']>().toEqualTypeOf<{ version: number | null }>()
    expectTypeOf<Input<'rollOutTagMap'>>().not.toHaveProperty('query')
  })

  test('is there where all of it may be left out', () => {
    expectTypeOf<undefined>().not.toExtend<Input<'browseOpcuaConnection'>['query']>()
  })

  test('has a principal exactly where the call is not public', () => {
    expectTypeOf<Input<'login'>['principal']>().toEqualTypeOf<undefined>()
    expectTypeOf<Input<'getRate'>['principal']>().toEqualTypeOf<Principal>()
  })
})

describe('a handler in the place of the engine', () => {
  type Own = ResourceHandlers<typeof tagMaps>

  test('is named after the resource and its verb', () => {
    expectTypeOf<keyof Own>().toEqualTypeOf<'tagMap.create' | 'tagMap.update' | 'tagMap.remove'>()
    expectTypeOf<keyof ResourceHandlers<typeof tagMaps, 'create'>>().toEqualTypeOf<'tagMap.create'>()
  })

  test('gets what the resource declares', () => {
    expectTypeOf<Parameters<Own['tagMap.create']>[0]['body']>().toEqualTypeOf<Draft<typeof tagMaps>>()
    expectTypeOf<Parameters<Own['tagMap.update']>[0]['body']['rowVersion']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Parameters<Own['tagMap.remove']>[0]['principal']>().toEqualTypeOf<Principal>()
  })
})

describe('a row that is read', () => {
  const stamps = { createdAt: '', createdBy: null, updatedAt: '', updatedBy: null }
  const row: ResourceRow = { id: '1', rowVersion: 1, ...stamps, name: 'Nord' }

  test('has the types of its resource where it has all of its fields', () => {
    const whole = { ...row, ...Object.fromEntries(Object.keys(tagMaps.fields).map((name) => [name, null])) }
    const typed = rowOf(tagMaps, whole)
    expect(typed).toBe(whole)
    expectTypeOf(typed).toEqualTypeOf<Row<typeof tagMaps>>()
  })

  test('is refused where it is a row of something else', () => {
    expect(() => rowOf(customers, row)).toThrow('A row of customer has no')
  })
})
