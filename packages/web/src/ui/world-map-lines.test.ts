import { describe, expect, it } from 'vitest'
import { readLines, toPath } from './world-map-lines.ts'
import { worldOutline } from './world-map-outline.ts'

/** The coordinates of a line in one direction. */
function along(start: number, steps: readonly number[], odd: 0 | 1): number[] {
  let at = start
  const later = steps
    .filter((_, i) => i % 2 === odd)
    .map((step) => {
      at += step
      return at
    })
  return [start, ...later]
}

describe('the outline', () => {
  const lands = readLines(worldOutline.lands)

  it('is closed lines, also across the antimeridian', () => {
    expect(lands.length).toBeGreaterThan(300)
    for (const [x = 0, y = 0, ...steps] of lands) {
      const across = along(x, steps, 0)
      const down = along(y, steps, 1)
      expect([across.at(-1), down.at(-1)]).toEqual([x, y])
      // None runs back across the world where it crosses the antimeridian.
      expect(Math.max(...steps.filter((_, i) => i % 2 === 0).map(Math.abs))).toBeLessThan(worldOutline.size / 20)
    }
  })

  it('has borders', () => {
    expect(toPath(readLines(worldOutline.borders))).toMatch(/^M\d+ \d+l/)
  })
})
