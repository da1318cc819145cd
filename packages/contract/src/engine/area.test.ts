import { describe, expect, expectTypeOf, test } from 'vitest'
import { areas } from '../areas.ts'
import { type Api, api, type CallName, resources } from '../calls.ts'
import { currencies } from '../customers/currencies.ts'
import { openApi } from '../insight/documentation.ts'
import { health } from '../insight/health.ts'
import { defineArea } from './area.ts'
import type { CallInput, CallResult } from './call.ts'
import { fieldErrorSchema } from './problem.ts'
import type { Change, Draft, Resource, Row } from './resource.ts'

describe('an area', () => {
  const exports = { currencies, health, openApi, fieldErrorSchema }
  const area = defineArea({ ...exports, LIMIT: 5, words: { one: 'one' }, read: () => undefined })

  test('has what is declared among the exports of its files, and nothing else', () => {
    expect(area).toEqual({
      resources: { currencies },
      calls: { health },
      addresses: { openApi },
      schemas: { fieldErrorSchema },
    })
  })

  test('knows them by their types', () => {
    expectTypeOf(area.resources).toEqualTypeOf<{ currencies: typeof currencies }>()
    expectTypeOf(area.calls).toEqualTypeOf<{ health: typeof health }>()
  })
})

describe('all areas together', () => {
  test('give every special call and every resource once', () => {
    const all = Object.values(areas)
    expect(Object.keys(api)).toHaveLength(all.reduce((sum, { calls }) => sum + Object.keys(calls).length, 0))
    expect(resources).toHaveLength(new Set(resources.map(({ name }) => name)).size)
  })

  test('keep the exact type of each call', () => {
    expectTypeOf<Api['health']>().toEqualTypeOf<typeof health>()
    expectTypeOf<'login' | 'listAlarms' | 'exportRecords'>().toExtend<CallName>()
    expectTypeOf<CallName>().not.toEqualTypeOf<string>()
    expectTypeOf<CallInput<Api['getRate']>['query']['on']>().toEqualTypeOf<string | undefined>()
  })
})

describe('a resource', () => {
  test('of known fields is a resource of any fields', () => {
    expectTypeOf<typeof currencies>().toExtend<Resource>()
  })

  test('gives the exact types of its row, its draft and its change', () => {
    expectTypeOf<Row<typeof currencies>['code']>().toEqualTypeOf<string>()
    expectTypeOf<Row<typeof currencies>['symbol']>().toEqualTypeOf<string | null>()
    expectTypeOf<Row<typeof currencies>['rowVersion']>().toEqualTypeOf<number>()
    expectTypeOf<Draft<typeof currencies>['code']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Change<typeof currencies>['rowVersion']>().toEqualTypeOf<number>()
    expectTypeOf<CallResult<typeof currencies.calls.get>>().toEqualTypeOf<Row<typeof currencies>>()
  })
})
