import { TEXTS_MAX } from '@packhouse/contract'
import { expect, test } from 'vitest'
import type { HeardRecord, HeardTexts } from '../history/index.ts'
import { textIntervals } from './text-intervals.ts'

const speaks = (at: number) => at + 10

function heard(records: HeardRecord[], before: Partial<HeardTexts> = {}): HeardTexts {
  return { since: 0, before: undefined, held: null, records, ...before }
}

const record = (at: number, text?: string | null, ends = false): HeardRecord => ({ at, text, ends })
const shown = (...input: Parameters<typeof textIntervals>) =>
  textIntervals(...input).intervals.map(({ from, to, text }) => [from, to, text])

test('A text holds until the next one, and is unknown where the machine was not heard', () => {
  const records = [record(5, 'A'), record(10), record(15, 'B'), record(40), record(45, null), record(50, 'B')]
  expect(shown(heard(records), 60, speaks)).toEqual([
    [0, 5, null],
    [5, 15, 'A'],
    [15, 25, 'B'],
    [25, 40, null],
    [40, 45, 'B'],
    [45, 50, null],
    [50, 60, 'B'],
  ])
})

test('The text that held at the start counts as long as the record before it speaks for the machine', () => {
  const before = { before: record(-4), held: 'A' }
  expect(shown(heard([], before), 20, speaks)).toEqual([
    [0, 6, 'A'],
    [6, 20, null],
  ])
  expect(shown(heard([], { ...before, before: record(-4, undefined, true) }), 20, speaks)).toEqual([[0, 20, null]])
})

test('A record that says that its source is gone ends the text at once', () => {
  expect(shown(heard([record(0, 'A'), record(5, undefined, true)]), 20, speaks)).toEqual([
    [0, 5, 'A'],
    [5, 20, null],
  ])
})

test('Of too many changes the newest are answered', () => {
  const records = Array.from({ length: TEXTS_MAX + 20 }, (_, at) => record(at, String(at)))
  const { intervals, isCut } = textIntervals(heard(records), TEXTS_MAX + 20, speaks)
  expect([isCut, intervals.length, intervals[0]?.text, intervals.at(-1)?.text]).toEqual([
    true,
    TEXTS_MAX,
    '20',
    String(TEXTS_MAX + 19),
  ])
})
