import { signatureDrawingSchema } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { pathOf, pointAt, withPoint, withStroke } from './strokes.ts'

const BOX = { left: 10, top: 20, width: 300, height: 100 }

test('a pointer outside of the field is at its edge', () => {
  expect(pointAt({ clientX: 160, clientY: 70 }, BOX)).toEqual([300, 100])
  expect(pointAt({ clientX: -50, clientY: 900 }, BOX)).toEqual([0, 200])
})

test('what is drawn is a path; points that hardly differ are left out', () => {
  const drawing = [[10, 10] as const, [11, 11] as const, [40, 50] as const].reduce(
    (before, [x, y]) => withPoint(before, [x, y]),
    withStroke([], [10, 10]),
  )
  expect(drawing).toEqual([
    [
      [10, 10],
      [40, 50],
    ],
  ])
  expect(pathOf(withStroke(drawing, [0, 0]))).toBe('M10 10L40 50M0 0')
  expect(withPoint([], [1, 1])).toEqual([])
})

test('what somebody scribbles without end is still taken by the server', () => {
  let drawing = withStroke([], [0, 0])
  for (let n = 0; n < 6_000; n++) drawing = withPoint(drawing, [(n % 2) * 600, n % 200])
  expect(signatureDrawingSchema.safeParse(drawing).success).toBe(true)
  let dots = withStroke([], [0, 0])
  for (let n = 0; n < 300; n++) dots = withStroke(dots, [n, 0])
  expect(signatureDrawingSchema.safeParse(dots).success).toBe(true)
})
