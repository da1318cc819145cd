import { expect, test } from 'vitest'
import { CredentialCache } from './credential-cache.ts'

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
