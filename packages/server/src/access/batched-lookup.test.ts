import { expect, test } from 'vitest'
import { BatchedLookup } from './batched-lookup.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('however many ask one after the other, two questions are under way, and the next takes all who wait', async () => {
  const questions: { credentials: string[]; answer: () => void }[] = []
  const lookup = new BatchedLookup<string>(
    (credentials) =>
      new Promise((resolve) => {
        const answer = () => resolve(new Map(credentials.map((one) => [one, `found ${one}`])))
        questions.push({ credentials: [...credentials], answer })
      }),
  )
  const found: Promise<string | undefined>[] = []
  for (const credential of ['a', 'b', 'c', 'd', 'e']) {
    found.push(lookup.find(credential))
    await settled()
  }
  expect(questions.map(({ credentials }) => credentials)).toEqual([['a'], ['b']])
  questions[0]?.answer()
  await settled()
  expect(questions.map(({ credentials }) => credentials)).toEqual([['a'], ['b'], ['c', 'd', 'e']])
  for (const { answer } of questions) answer()
  expect(await Promise.all(found)).toEqual(['a', 'b', 'c', 'd', 'e'].map((one) => `found ${one}`))
})

test('a question that fails makes room for the next', async () => {
  const lookup = new BatchedLookup<string>(async () => {
    throw new Error('away')
  })
  const tries = ['a', 'b', 'c', 'd'].map(async (one) => {
    await settled()
    return await lookup.find(one)
  })
  const answers = await Promise.allSettled(tries)
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  await expect(lookup.find('e')).rejects.toThrow('away')
})
