import { describe, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { Looks } from './looks.ts'
import { until } from './until.ts'

/** Gives these values, one at each look, and then the last one again and again. */
function inTurn<T>(...values: T[]): { look: () => T; count: () => number } {
  let count = 0
  return { look: () => values[Math.min(count++, values.length - 1)] as T, count: () => count }
}

/** The error with which it ends. */
async function errorOf(work: PromiseLike<unknown>): Promise<Error> {
  return await work.then(
    () => expect.unreachable('It should have failed.'),
    (error: Error) => error,
  )
}

describe('waiting until there is something to see', () => {
  test('gives what a look has seen', async () => {
    const { look, count } = inTurn<string | false | undefined>(undefined, false, 'there')
    expect([await until('a word', look, new Looks(3)), count()]).toEqual(['there', 3])
  })

  test('ends after so many looks and names what was wanted', async () => {
    const { look, count } = inTurn(undefined)
    expect((await errorOf(until('a word', look, new Looks(3)))).message).toBe('Not seen in 3 looks: a word')
    expect(count()).toBe(3)
  })

  test('ends at once with the error of a look', async () => {
    const look = () => {
      throw new Error('The server has ended.')
    }
    expect((await errorOf(until('a word', look))).message).toBe('The server has ended.')
  })
})

describe('an expectation that comes true later', () => {
  test('passes when a look is as expected', async () => {
    await eventually(inTurn(1, 2, 3).look, new Looks(3)).toBe(3)
    await eventually(async () => ['a'], new Looks(1)).toEqual(['a'])
  })

  test('passes when a look is no longer as it was', async () => {
    await eventually(inTurn('old', 'old', 'new').look, new Looks(3)).not.toBe('old')
    const { message } = await errorOf(eventually(inTurn('old').look, new Looks(3)).not.toBe('old'))
    expect(message).toContain("expected 'old' not to be 'old'")
  })

  test('fails after so many looks with the words of the matcher, at the place of the call', async () => {
    const { look, count } = inTurn({ state: 'open' })
    const error = await errorOf(eventually(look, new Looks(3)).toEqual({ state: 'done' }))
    expect(error).toMatchObject({ actual: { state: 'open' }, expected: { state: 'done' } })
    expect(error.message).toContain('to deeply equal')
    expect(error.stack?.split('\n').find((line) => line.includes(' at '))).toContain('looks.test.ts')
    expect(count()).toBe(3)
  })

  test('looks again after a look that fails', async () => {
    let count = 0
    const look = async () => {
      count += 1
      if (count < 3) throw new Error('not yet')
      return count
    }
    await eventually(look, new Looks(3)).toBe(3)
    expect((await errorOf(eventually(() => Promise.reject(new Error('never')), new Looks(2)).toBe(1))).message).toBe(
      'never',
    )
  })
})
