import { expect, test } from 'vitest'
import { writeApart } from './write-apart.ts'

function recorder(fault: (part: readonly number[]) => Error | undefined) {
  const seen = { written: [] as number[], dropped: [] as number[], rest: [] as number[] }
  return {
    seen,
    write: async (part: readonly number[]) => {
      const error = fault(part)
      if (error !== undefined) throw error
      seen.written.push(...part)
    },
    drop: (entry: number) => void seen.dropped.push(entry),
    giveBack: (rest: readonly number[]) => void seen.rest.push(...rest),
  }
}

const refused = (code: string) => Object.assign(new Error('refused'), { code })

test('of a batch with entries that the database refuses, those alone are dropped', async () => {
  const bad = [3, 7]
  const parts = recorder((part) => (part.some((entry) => bad.includes(entry)) ? refused('22P05') : undefined))
  await writeApart([1, 2, 3, 4, 5, 6, 7, 8, 9], parts)
  expect(parts.seen).toEqual({ written: [1, 2, 4, 5, 6, 8, 9], dropped: bad, rest: [] })
})

test('what is not written when the database goes away is given back, and nothing of it is dropped', async () => {
  const parts = recorder((part) =>
    part.length > 2 ? refused('22021') : part.includes(3) ? refused('08006') : undefined,
  )
  await expect(writeApart([1, 2, 3, 4, 5, 6, 7, 8], parts)).rejects.toThrow('refused')
  expect(parts.seen).toEqual({ written: [1, 2], dropped: [], rest: [3, 4, 5, 6, 7, 8] })
})
