import { expect } from 'vitest'
import { Looks } from './looks.ts'

/** The matchers of a value, each with a promise. */
type Matchers<Value> = ReturnType<typeof expect.poll<Value>>
type Assertion = Record<PropertyKey, (...expected: unknown[]) => unknown>

/**
 * Looks again and again until what `read` returns is as expected. Unlike `expect.poll` it counts looks and no time.
 * @throws the error of the last look, which is that of the matcher, at the place of the call
 */
export function eventually<Value>(read: () => Value, looks = new Looks()): Matchers<Value> {
  const assertion = async () => expect(await read())
  const negated = repeated(async () => (await assertion()).not, looks)
  return repeated(assertion, looks, negated) as unknown as Matchers<Value>
}

function repeated(assertion: () => Promise<unknown>, looks: Looks, negated?: object): object {
  const get = (_: object, name: PropertyKey) => {
    if (name === 'not') return negated
    // Where nothing is expected of it there is nothing to await.
    if (name === 'then') return undefined
    return async function matcher(...expected: unknown[]): Promise<void> {
      const call = new Error()
      Error.captureStackTrace(call, matcher)
      const look = async () => void (await ((await assertion()) as Assertion)[name]?.(...expected))
      await untilItPasses(look, looks, call)
    }
  }
  return new Proxy({}, { get })
}

async function untilItPasses(look: () => Promise<void>, looks: Looks, call: Error): Promise<void> {
  for (;;) {
    try {
      await look()
      return
    } catch (error) {
      if (await looks.again()) continue
      if (error instanceof Error) error.stack = call.stack?.replace('Error', `${error.name}: ${error.message}`)
      throw error
    }
  }
}
