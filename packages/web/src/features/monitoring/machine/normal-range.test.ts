import { expect, it } from 'vitest'
import { normalRange } from './normal-range.ts'

const at = (index: number) => new Date(index * 1_800_000).toISOString()
const history = (values: readonly (number | null)[]) => ({
  points: values.map((value, index) => ({ time: at(index), value })),
})

it('is where a value lies but for the lowest and the highest 2 %', () => {
  const values = Array.from({ length: 100 }, (_, index) => 20 + index / 10)
  expect(normalRange(history(values))).toEqual({ from: 20.2, to: 29.7 })
})

it('has all values that a point covers', () => {
  const points = Array.from({ length: 30 }, (_, index) => ({ time: at(index), value: 25, min: 24, max: 27 }))
  expect(normalRange({ points })).toEqual({ from: 24, to: 27 })
})

it('is not known of little, and not of what is missing', () => {
  const missing = Array.from({ length: 100 }, () => null)
  expect(normalRange(history([...missing, ...Array.from({ length: 23 }, () => 25)]))).toBeUndefined()
  expect(normalRange(history([]))).toBeUndefined()
})
