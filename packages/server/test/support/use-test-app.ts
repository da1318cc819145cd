import { afterAll, beforeAll, expect, inject } from 'vitest'
import { TestApp, type TestAppOptions } from './test-app.ts'

/** pino's level `error`. */
const ERROR_LEVEL = 50

/**
 * The product for the tests of one file: started before them and stopped after them, with all it made. An error in its
 * log that no test has taken out of `logged` fails the file: unexpected errors must not go unnoticed.
 */
export function useTestApp(options?: TestAppOptions): TestApp {
  const app = new TestApp(inject('databaseServer'), options)
  beforeAll(async () => void (await app.start()))
  afterAll(async () => {
    await app.stop()
    const errors = app.logged.filter((line) => line.level >= ERROR_LEVEL)
    expect(errors).toEqual([])
  })
  return app
}
