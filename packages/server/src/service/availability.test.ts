import type { StopReason } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availabilityIn } from './availability.ts'
import { gapsOf, lengthOf } from './shift-times.ts'
import { type Span, standstillsOf } from './stops.ts'

const states = ['Running', 'Idle', 'Stopped', 'Faulted', 'Unknown'] as const
const reasons = new Map(
  (['unplanned', 'planned', 'changeover'] as const).map((kind): [string, StopReason] => [
    kind,
    { id: kind, code: kind, name: kind, parentId: null, kind, active: true },
  ]),
)

/** Stretches within an hour and a half that follow each other, with gaps. */
const spans = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 600_000 })), { maxLength: 10 })
  .map((pairs) => {
    let at = 0
    return pairs.map(([gap, length]): Span => {
      const from = at + gap
      at = from + length
      return { from, to: at }
    })
  })

test('times and what lies between them make up the whole: planned and unknown time, stops by reason, and what ran', () => {
  const intervals = fc.array(fc.tuple(fc.constantFrom(...states), fc.integer({ min: 1, max: 400_000 })), {
    minLength: 20,
    maxLength: 40,
  })
  fc.assert(
    fc.property(intervals, spans, spans, spans, (parts, said, unplannedTimes, wanted) => {
      let at = 0
      const all = parts.map(([state, length]) => {
        const from = at
        at += length
        return { state, from, to: at }
      })
      const window = { from: 0, to: at }
      const cut = wanted.filter(({ to }) => to <= at)
      const ofState = (state: string) => all.filter((one) => one.state === state)
      const names = [...reasons.keys()]
      const standing = {
        ...{
          running: ofState('Running'),
          unknown: ofState('Unknown'),
          standstills: standstillsOf(all, window, 60_000),
        },
        said: said.map((span, place) => ({ ...span, reasonId: names[place % 3] ?? '', note: null, saidAt: 0 })),
        ...{ unplannedTimes, reasons },
      }
      const operating = ({ availability, plannedProductionMs }: ReturnType<typeof availabilityIn>) =>
        (availability ?? 0) * plannedProductionMs
      const whole = availabilityIn(standing, [window])
      const own = availabilityIn(standing, cut)
      const rest = availabilityIn(standing, gapsOf(cut, window))
      expect(own.plannedProductionMs + rest.plannedProductionMs).toBe(whole.plannedProductionMs)
      expect(own.unknownMs + rest.unknownMs).toBe(whole.unknownMs)
      expect(operating(own) + operating(rest)).toBeCloseTo(operating(whole), 3)
      for (const id of names) {
        const lengthIn = (part: typeof whole) => part.reasons.find(({ reasonId }) => reasonId === id)?.lengthMs ?? 0
        expect(lengthIn(own) + lengthIn(rest)).toBe(lengthIn(whole))
      }
      expect(own.plannedProductionMs).toBeLessThanOrEqual(lengthOf(cut))
      if (cut.length === 0) expect(own.availability).toBeNull()
    }),
    { seed: 70, numRuns: 300 },
  )
})
