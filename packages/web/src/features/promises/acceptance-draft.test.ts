import type { ChangedFigures } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import {
  type AcceptanceDraft,
  bodyOf,
  faultOf,
  needsNewSignature,
  newEntry,
  openPointsOf,
  orderSubject,
  withPresentFigures,
  withSeenFigures,
  withSignature,
} from './acceptance-draft.ts'
import { changeWords, type MeasuredFigure } from './measured-figures.ts'

const entry = newEntry(
  { entryKind: 'acceptanceTest', about: 'M-1', of: { machineId: 'm' }, timeZone: 'UTC', figures: [] },
  [],
  0,
)
const draft = (openPoints: string, openPointWords?: Record<number, string>): AcceptanceDraft => ({
  ...entry.value,
  texts: { ...entry.value.texts, product: 'Salmon', openPoints },
  ...(openPointWords !== undefined && { openPointWords }),
})

test('each open point has words, which are sent and signed', () => {
  expect(faultOf(draft('0'))).toBeUndefined()
  expect(faultOf(draft('2', { 0: 'Guard is loose' }))).toBe('Enter what is open, for each open point.')
  const whole = draft('2', { 0: ' Guard is loose ', 1: 'Manual in Danish', 2: 'Not one of the two' })
  expect(faultOf(whole)).toBeUndefined()
  expect(bodyOf({ ...entry, value: whole }).test).toMatchObject({
    ...{ openPoints: 2, openPointList: 'Guard is loose\nManual in Danish' },
  })
  const signed = withSignature(whole, { name: 'Kari' })
  expect(faultOf(signed)).toBeUndefined()
  expect(faultOf({ ...signed, openPointWords: { 0: 'Guard is fixed', 1: 'Manual in Danish' } })).toContain('signed')
})

test('a draft of an earlier version has no words, and its number of points is bounded', () => {
  expect(openPointsOf(draft('3'))).toEqual(['', '', ''])
  expect(faultOf(draft('3'))).toBeDefined()
  expect(openPointsOf(draft('5000'))).toHaveLength(50)
  expect(faultOf(draft('5000'))).toBe('Enter at most 50 open points.')
})

const SPEED: MeasuredFigure = {
  ...{ id: 's', name: 'Speed', figure: 60, unit: 'per min', direction: 'atLeast', conditions: 'With tray' },
}
const { id: _, ...SHOWN } = SPEED
const NOW = { ...SHOWN, figure: 72, conditions: null }
const CHANGED: ChangedFigures = { figures: [{ promiseId: 's', shown: SHOWN, now: NOW }] }
const measured = (figure: MeasuredFigure = SPEED) => ({
  ...draft('0'),
  promises: [figure],
  values: { [figure.id]: '61' },
})
const signed = () => withSignature(withSignature(measured(), { name: 'Kari' }), { drawing: [[[1, 2]]], name: 'Kari' })
const shownIn = (value: AcceptanceDraft) => bodyOf({ ...entry, value }).shown

describe('a figure that was measured', () => {
  test('is sent as it was shown', () => {
    expect(shownIn(measured())).toEqual([{ promiseId: 's', ...SHOWN }])
    const { direction: _d, conditions: _c, ...older } = SPEED
    expect(shownIn(measured(older))).toEqual([{ promiseId: 's', name: 'Speed', figure: 60, unit: 'per min' }])
    expect(shownIn({ ...measured(), values: {} })).toEqual([])
  })

  test('that has changed takes the drawing with it once the present one is accepted, and nothing that was typed', () => {
    expect(faultOf(signed())).toBeUndefined()
    const present = withPresentFigures(signed(), CHANGED)
    expect(present).toMatchObject({ values: { s: '61' }, signature: { name: 'Kari', drawing: [] } })
    expect([needsNewSignature(present), faultOf(present)]).toEqual([true, expect.stringContaining('signed')])
    const again = withSignature(present, { drawing: [[[1, 2]]] })
    expect([needsNewSignature(again), faultOf(again)]).toEqual([false, undefined])
    expect(shownIn(again)).toEqual([{ promiseId: 's', ...NOW }])
  })

  test('that has changed is signed as it was shown where the reader goes on', () => {
    const seen = withSeenFigures(signed(), CHANGED)
    expect(faultOf(seen)).toBeUndefined()
    expect(shownIn(seen)).toEqual([{ promiseId: 's', ...SHOWN, now: NOW }])
  })

  test('that is gone takes its value with it', () => {
    const gone = withPresentFigures(signed(), { figures: [{ promiseId: 's', shown: SHOWN, now: null }] })
    expect(gone).toMatchObject({ promises: [], values: {} })
  })

  test('of a quote is found without an id, and measured as it is now', () => {
    const { name, figure, unit, conditions } = { ...SHOWN, conditions: 'With tray' }
    const criterion = { name, figure, unit, conditions, kind: 'speed', direction: 'atLeast' } as const
    const subject = orderSubject({
      ...{ id: 'o', number: '1', description: '', machineID: null, isDeleted: false, tests: [] },
      figures: [criterion],
    })
    const { value } = newEntry(subject, [], 0)
    const present = withPresentFigures(
      { ...value, values: { 0: '61' } },
      { figures: [{ promiseId: null, shown: SHOWN, now: NOW }] },
    )
    const sent = bodyOf({ ...entry, value: present })
    expect(sent.shown).toEqual([{ promiseId: null, ...NOW }])
    expect(sent.test).toMatchObject({
      measured: [{ name, figure: 72, unit, kind: 'speed', direction: 'atLeast', value: 61 }],
    })
  })

  test('is shown beside what it was', () => {
    const words = CHANGED.figures.map(changeWords)
    expect(words).toEqual(['Shown: at least 60 per min, With tray. Now: at least 72 per min.'])
    expect(changeWords({ promiseId: 's', shown: SHOWN, now: null })).toContain('Now: no longer promised.')
  })
})
