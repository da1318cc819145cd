import { expect, test } from 'vitest'
import { zoneSpans } from './zone-calendar.ts'

test('clocks are set in the last year that is asked for as in this one', () => {
  const spans = zoneSpans('Europe/Oslo', Date.UTC(9999, 8, 1), Date.UTC(9999, 11, 1))
  expect(spans.map(({ from, offset }) => [new Date(from).toISOString(), offset / 3_600_000])).toEqual([
    ['9999-09-01T00:00:00.000Z', 2],
    ['9999-10-31T01:00:00.000Z', 1],
  ])
})
