import { describe, expect, it } from 'vitest'
import { describePoints } from './world-map-points.ts'

describe('the words beside a map', () => {
  it('name each place and where it is', () => {
    const points = [
      { id: 'a', label: 'Bergen', latitude: 60.392, longitude: 5.324 },
      { id: 'b', label: 'Valparaíso', latitude: -33.047, longitude: -71.613 },
    ]
    expect(describePoints(points)).toBe(
      'A map with 2 places: Bergen (60.39° N, 5.32° E); Valparaíso (33.05° S, 71.61° W).',
    )
  })

  it('say that there is none', () => {
    expect(describePoints([])).toBe('A world map with no places on it.')
  })

  it('come to an end', () => {
    const points = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, label: `P${i}`, latitude: 0, longitude: 0 }))
    expect(describePoints(points)).toMatch(/; and 70 more\.$/)
  })
})
