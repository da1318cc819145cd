import { expect, test } from 'vitest'
import { useMovableClock } from '../../test/support/movable-clock.ts'
import { CredentialCache } from './credential-cache.ts'

const clock = useMovableClock('stopped')

test('what is asked in one go is one question, and what is known already is not asked', async () => {
  const questions: string[][] = []
  const cache = new CredentialCache(async (credentials) => {
    questions.push([...credentials])
    return new Map(credentials.filter((one) => one !== 'unknown').map((one) => [one, `found ${one}`]))
  })
  expect(await Promise.all(['a', 'unknown', 'b'].map((one) => cache.find(one)))).toEqual([
    'found a',
    undefined,
    'found b',
  ])
  expect(await Promise.all(['a', 'c'].map((one) => cache.find(one)))).toEqual(['found a', 'found c'])
  expect(questions).toEqual([['a', 'unknown', 'b'], ['c']])
})

test('a question that fails fails all who asked, and is asked again', async () => {
  let isAway = true
  const cache = new CredentialCache(async (credentials) => {
    if (isAway) throw new Error('away')
    return new Map(credentials.map((one) => [one, one]))
  })
  const answers = await Promise.allSettled([cache.find('a'), cache.find('b')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await cache.find('a')).toBe('a')
})

test('an answer is believed for half a second, however often it is asked for', async () => {
  let questions = 0
  const cache = new CredentialCache(async (credentials) => {
    questions += 1
    return new Map(credentials.map((one) => [one, questions]))
  })
  for (let ms = 0; ms < 500; ms += 20) {
    expect(await cache.find('a')).toBe(1)
    await clock.move(20)
  }
  expect(await cache.find('a')).toBe(2)
  expect(questions).toBe(2)
})
