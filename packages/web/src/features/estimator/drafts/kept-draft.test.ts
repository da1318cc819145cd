import { expect, it } from 'vitest'
import { differencesOf, type KeptDraft, MAX_DRAFTS, NEW_ROW, offered, pathOf, QUESTION } from './kept-draft.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const DAY = 24 * 3_600_000

const draft = (values: Partial<KeptDraft> = {}): KeptDraft => ({
  projectId: 'p',
  resource: 'projectItem',
  rowId: 'line',
  field: 'quantity',
  rowVersion: 3,
  base: '18',
  mine: '21',
  at: NOW,
  token: '7',
  ...values,
})

const parts = { items: [], extras: [], deliveries: [], commissioning: [], media: [] }
const project = (line: object) => ({ id: 'p', title: 'Line 4', ...parts, items: [{ id: 'line', ...line }] })

it('says of each field what it was, what was typed and what it is now', () => {
  const [one] = differencesOf([draft()], project({ quantity: '20' }))
  expect(one).toMatchObject({ base: '18', mine: '21', theirs: '20', isChanged: true, isGone: false })
  const [other] = differencesOf([draft()], project({ quantity: '18' }))
  expect(other).toMatchObject({ theirs: '18', isChanged: false })
})

it('leaves out what the server has by now', () => {
  expect(differencesOf([draft()], project({ quantity: '21' }))).toEqual([])
})

it('still shows what was typed into a line that is gone', () => {
  const [one] = differencesOf([draft({ rowId: 'other' })], project({}))
  expect(one).toMatchObject({ mine: '21', isGone: true })
})

it('offers a new row until the server has it, and no answer to a question: that stands in its own field', () => {
  const row = draft({ rowId: 'new', field: NEW_ROW, base: null, mine: { description: 'Feeder' } })
  const answer = draft({ resource: QUESTION, rowId: 'question', field: 'answer' })
  expect(differencesOf([row, answer], project({}))).toMatchObject([{ rowId: 'new', isChanged: false, isGone: false }])
  expect(differencesOf([{ ...row, rowId: 'line' }], project({}))).toEqual([])
})

it('offers nothing that is older than 30 days, and of too many the newest', () => {
  const drafts = Array.from({ length: MAX_DRAFTS + 5 }, (_, place) => draft({ rowId: String(place), at: NOW - place }))
  const kept = offered([draft({ at: NOW - 31 * DAY }), ...drafts], NOW)
  expect(kept).toHaveLength(MAX_DRAFTS)
  expect(kept.at(-1)?.rowId).toBe(String(MAX_DRAFTS - 1))
})

it('keeps drafts of different people, projects, lines and fields apart', () => {
  const paths = [
    pathOf('a', draft()),
    pathOf('b', draft()),
    pathOf('a', draft({ projectId: 'q' })),
    pathOf('a', draft({ rowId: 'other' })),
    pathOf('a', draft({ field: 'unit' })),
  ]
  expect(new Set(paths).size).toBe(paths.length)
})
