import { expect, test } from 'vitest'
import { rowWindow, scrollTopFor } from './row-window.ts'

test('Only the rows in sight and a few beyond are drawn', () => {
  expect(rowWindow(250, 36, { top: 0, height: 720 })).toEqual({ first: 0, end: 28 })
  expect(rowWindow(250, 36, { top: 3600, height: 720 })).toEqual({ first: 92, end: 128 })
  expect(rowWindow(250, 36, { top: 90_000, height: 720 })).toEqual({ first: 250, end: 250 })
  expect(rowWindow(3, 36, { top: 0, height: 720 })).toEqual({ first: 0, end: 3 })
})

test('A row is scrolled to only as far as needed, and never hidden by the head', () => {
  const view = { top: 360, height: 400, head: 40 }
  expect(scrollTopFor(12, 36, view)).toBe(360)
  expect(scrollTopFor(5, 36, view)).toBe(180)
  expect(scrollTopFor(19, 36, view)).toBe(360)
  expect(scrollTopFor(20, 36, view)).toBe(396)
})
