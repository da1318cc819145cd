import { describe, expectTypeOf, test } from 'vitest'
import type { Db, Transaction } from './database.ts'

describe('the types of the database', () => {
  test('know no table, so that every query is written in SQL', () => {
    // @ts-expect-error no name is a table
    const build = (db: Db) => db.selectFrom('machine')
    expectTypeOf(build).toBeFunction()
  })

  test('let a query run in a transaction, and name what must be in one', () => {
    expectTypeOf<Transaction>().toExtend<Db>()
    expectTypeOf<Db>().not.toExtend<Transaction>()
  })
})
