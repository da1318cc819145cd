import { expect, test } from 'vitest'
import { Readiness, readyAnswer } from './readiness.ts'

test('however many ask at once, the parts are asked once, and a process that ends says so at once', async () => {
  const readiness = new Readiness()
  expect(await readyAnswer(readiness)).toMatchObject({ code: 503, body: { faults: { node: expect.any(String) } } })
  let asked = 0
  readiness.start(async () => {
    asked += 1
    return { database: undefined, broker: 'It is away.' }
  })
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => readyAnswer(readiness)))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([503]))
  expect(answers[0]?.body.faults).toEqual({ broker: 'It is away.' })
  expect(asked).toBe(1)
  readiness.drain()
  expect((await readyAnswer(readiness)).body.faults).toEqual({ node: 'This process is ending.' })
})
