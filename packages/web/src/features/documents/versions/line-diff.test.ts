import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

test('changed lines stand with two around them, and what is far from them is counted', () => {
  const older = lines(12)
  const newer = older.with(5, 'another')
  expect(lineDiff(older.join('\n'), newer.join('\n'))).toEqual([
    { kind: 'gap', count: 3 },
    { kind: 'same', text: 'line 4', number: 4 },
    { kind: 'same', text: 'line 5', number: 5 },
    { kind: 'removed', text: 'line 6', number: 6 },
    { kind: 'added', text: 'another', number: 6 },
    { kind: 'same', text: 'line 7', number: 7 },
    { kind: 'same', text: 'line 8', number: 8 },
    { kind: 'gap', count: 4 },
  ])
})

test('texts that are the same, but for the end of the last line, have no change', () => {
  expect(lineDiff('a\nb', 'a\nb\n')).toEqual([{ kind: 'gap', count: 2 }])
})
