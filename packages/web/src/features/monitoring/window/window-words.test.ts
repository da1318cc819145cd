import { expect, it } from 'vitest'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { type PageView, spanOf, usualPreset } from './page-view.ts'
import { stepperWords } from './window-words.ts'

const clock = siteClock('Europe/Oslo')
const now = Date.parse('2026-11-26T12:00:00Z')
const usual: PageView = { hours: usualPreset, tags: [] }
const zoom = { from: now - 7_200_000, to: now - 3_600_000 }

it.each<[Partial<PageView>, string]>([
  [{}, 'Last 6 hours'],
  [{ hours: '168' }, 'Last 7 days'],
  [{ day: '2026-11-26' }, 'Today'],
  [{ day: '2026-11-25' }, 'Yesterday'],
  [{ day: '2026-11-24' }, 'Tue, Nov 24'],
  [{ day: '2025-11-24' }, 'Mon, Nov 24, 2025'],
  [{ day: '2026-11-26', zoom }, '11:00 AM to 12:00 PM'],
])('the stepper says what %o shows', (part, words) => {
  const view = { ...usual, ...part }
  expect(stepperWords(view, spanOf(view, clock, now), clock, now)).toBe(words)
})
