import { expect, test } from 'vitest'
import { spanOf } from './speed-bar.tsx'

test('the bar lies from P10 to P90 on the way from half of the design speed to all of it', () => {
  expect(spanOf({ median: 80, p10: 75, p90: 100, ofDesign: 0.8 })).toEqual({ from: 50, to: 100 })
})

test('slower than the bar begins and faster than the design stay on it', () => {
  const span = spanOf({ median: 50, p10: 10, p90: 140, ofDesign: 0.5 })
  expect(span).toEqual({ from: 3, to: 106 })
})

test('without a design speed or figures there is no bar', () => {
  expect(spanOf({ median: 50, p10: 40, p90: 60, ofDesign: null })).toBeUndefined()
  expect(spanOf({ median: null, p10: null, p90: null, ofDesign: 0.9 })).toBeUndefined()
})
