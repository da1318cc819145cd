import { expect, it } from 'vitest'
import { readingSettings } from './reading-settings.ts'

const { draft } = readingSettings

it.each([
  [{ tag: 'humidity', decimals: 0 }, true],
  [{ tag: 'humidity', decimals: 6, normalLow: 30, normalHigh: 60 }, true],
  [{ tag: 'Residual oxygen (%)', normalHigh: 1 }, true],
  [{ tag: 'humidity', decimals: 7 }, false],
  [{ tag: 'humidity', decimals: -1 }, false],
  [{ tag: 'humidity', decimals: 1.5 }, false],
  [{ tag: 'humidity', normalLow: '30' }, false],
  [{ decimals: 1 }, false],
])('the setting %o of a reading is taken: %s', (setting, isTaken) => {
  expect(draft.safeParse(setting).success).toBe(isTaken)
})
