import { expect, test } from 'vitest'
import { deskMeasures, lineAt, STRIP, scrollFor, windowOf } from './grid-measures.ts'

const tops = [0, 25, 54, 83, 108, 137]

test('A line is found by its height, and the ends stand for what lies beyond them', () => {
  expect([0, 24, 25, 82, 83, 136, 500].map((y) => lineAt(tops, y))).toEqual([0, 0, 1, 2, 3, 4, 4])
  expect(lineAt([0], 10)).toBe(0)
})

test('Of 2,000 machines and 500 styles only what is in sight and a little more is drawn', () => {
  const many = Array.from({ length: 501 }, (_, line) => line * 29)
  const width = 20 * deskMeasures.column
  const { line, lineEnd, strip, stripEnd } = windowOf(
    { top: 7_000, start: 50_000, height: 600, width },
    many,
    2_000,
    deskMeasures,
  )
  expect(line * 29).toBeLessThanOrEqual(7_000)
  expect(lineEnd * 29).toBeGreaterThanOrEqual(7_600)
  expect(strip * STRIP * deskMeasures.column).toBeLessThanOrEqual(50_000)
  expect(stripEnd * STRIP * deskMeasures.column).toBeGreaterThanOrEqual(50_000 + width)
  expect((lineEnd - line) * (stripEnd - strip) * STRIP).toBeLessThan(1_300)
  expect(windowOf({ top: 0, start: 0, height: 600, width }, [0], 0, deskMeasures)).toMatchObject({
    lineEnd: 0,
    stripEnd: 0,
  })
})

test('It is scrolled only as far as needed', () => {
  expect(scrollFor(100, 152, 0, 400)).toBe(0)
  expect(scrollFor(100, 152, 120, 400)).toBe(100)
  expect(scrollFor(500, 552, 120, 400)).toBe(152)
})
