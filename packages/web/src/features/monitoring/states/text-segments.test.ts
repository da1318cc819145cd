import type { TextIntervals } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { shownTag, textSegments, textTags } from './text-segments.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const at = (minutes: number) => noon + minutes * 60_000
const iso = (minutes: number) => new Date(at(minutes)).toISOString()

function shown(intervals: [number, number, string | null][], heardUntil: number) {
  const answer: TextIntervals = {
    machineID: 'M',
    tag: 'Recipe',
    tags: [],
    from: iso(intervals[0]?.[0] ?? 0),
    to: iso(intervals.at(-1)?.[1] ?? 0),
    truncated: false,
    intervals: intervals.map(([from, to, text]) => ({ from: iso(from), to: iso(to), text })),
  }
  const view = { span: { from: at(0), to: at(60) }, now: at(40), heardUntil: at(heardUntil) }
  return textSegments(answer, view).map(({ from, to, text }) => [(from - noon) / 60_000, (to - noon) / 60_000, text])
}

describe('text segments', () => {
  it('are cut to the window, and the last goes on as long as the machine is heard', () => {
    const answered: [number, number, string | null][] = [
      [-5, 10, 'A'],
      [10, 20, null],
      [20, 30, 'B'],
    ]
    expect(shown(answered, 35)).toEqual([
      [0, 10, 'A'],
      [10, 20, null],
      [20, 35, 'B'],
      [35, 40, null],
    ])
  })

  it('are unknown before those that were answered, and where nothing is known', () => {
    expect(shown([[30, 40, 'A']], 0)).toEqual([
      [0, 30, null],
      [30, 40, 'A'],
    ])
    expect(shown([], 35)).toEqual([[0, 40, null]])
    expect(shown([[0, 30, null]], 35)).toEqual([[0, 40, null]])
  })
})

it('The recipe is shown first, whatever its case, unless another reading is chosen', () => {
  const tags = textTags({ machineData: { recipe: 'R-1', 'Gas mix': 'A', Speed: 3, Guard: true } })
  expect([tags, shownTag(tags, undefined), shownTag(tags, 'Gas mix')]).toEqual([
    ['Gas mix', 'recipe'],
    'recipe',
    'Gas mix',
  ])
  expect([shownTag(['Order'], undefined), shownTag([], undefined)]).toEqual(['Order', undefined])
})
