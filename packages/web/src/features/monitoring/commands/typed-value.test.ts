import type { WritableTag } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { boundsWords, typedValue } from './typed-value.ts'

const plain: WritableTag = { tag: 'a', dataType: 'number', unit: 'N', min: null, max: null, choices: [], value: null }

test.each<[Partial<WritableTag>, string, unknown]>([
  [{}, ' 4,5 ', 4.5],
  [{ min: 0, max: 4.5 }, '4.5', 4.5],
  [{ dataType: 'boolean' }, '1', false],
  [{ dataType: 'text', choices: ['slow', 'fast'] }, '1', 'fast'],
  [{ dataType: 'text' }, ' a ', ' a '],
])('of %j, %j is taken', (tag, text, value) => {
  expect(typedValue({ ...plain, ...tag }, text)).toEqual({ value })
})

test.each<[Partial<WritableTag>, string, string]>([
  [{}, '', 'Enter a number.'],
  [{}, 'fast', 'Enter a number.'],
  [{}, '340123450000000018', 'Enter a number of 15 digits at most.'],
  [{ min: 1, max: 4.5 }, '0.9', 'Outside the bounds.'],
  [{ max: 4.5 }, '4.6', 'Outside the bounds.'],
  [{ min: 1 }, '0', 'Outside the bounds.'],
  [{}, '1,200', 'This can mean two numbers. Type 1200 or 1.2000.'],
  [{ dataType: 'boolean' }, '', 'Choose a value.'],
  [{ dataType: 'text' }, '', 'Enter a value.'],
])('of %j, %j is not taken', (tag, text, fault) => {
  expect(typedValue({ ...plain, ...tag }, text)).toEqual({ fault })
})

test('bounds are said in the unit, as far as there are any', () => {
  const words = [{}, { min: 1 }, { max: 4.5 }, { min: 1, max: 4.5 }].map((bounds) =>
    boundsWords({ ...plain, ...bounds }),
  )
  expect(words).toEqual(['', 'At least 1 N', 'At most 4.5 N', 'From 1 to 4.5 N'])
})
