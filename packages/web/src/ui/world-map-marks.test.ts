import { describe, expect, it } from 'vitest'
import { canPart, fanOut, joinPoints, type Mark, marksWithRoom, markTowards } from './world-map-marks.ts'
import { project } from './world-map-view.ts'

const mark = (key: string, x: number, y: number): Mark => ({ key, ids: [key], x, y })

describe('joining points', () => {
  it('leaves points alone that do not cover each other', () => {
    const marks = joinPoints([
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 100, y: 0 },
    ])
    expect(marks.map(({ ids }) => ids)).toEqual([['a'], ['b']])
  })

  it('joins points at the same place, and near ones in their middle', () => {
    const marks = joinPoints([
      { id: 'a', x: 10, y: 10 },
      { id: 'b', x: 10, y: 10 },
      { id: 'c', x: 22, y: 10 },
    ])
    expect(marks).toEqual([{ key: 'a', ids: ['a', 'b', 'c'], x: 14, y: 10 }])
  })

  it('gives nothing of nothing', () => {
    expect(joinPoints([])).toEqual([])
  })
})

describe('taking a mark apart', () => {
  it('puts the points around it, none upon another', () => {
    for (const count of [2, 5, 40]) {
      const ids = Array.from({ length: count }, (_, i) => `p${i}`)
      const apart = fanOut({ key: 'k', ids, x: 100, y: 100 })
      expect(joinPoints(apart, 30)).toHaveLength(count)
    }
  })

  it('is needed only where coming closer does not part the points', () => {
    const hall = project({ latitude: 60.39, longitude: 5.32 })
    const nextDoor = project({ latitude: 60.3901, longitude: 5.3201 })
    const nextTown = project({ latitude: 60.9, longitude: 6.2 })
    expect(canPart([hall, nextDoor])).toBe(false)
    expect(canPart([hall, nextTown])).toBe(true)
  })

  it('does not take two sides of the antimeridian for far apart', () => {
    const west = project({ latitude: 0, longitude: 179.9999 })
    const east = project({ latitude: 0, longitude: -179.9999 })
    expect(canPart([west, east])).toBe(false)
  })
})

describe('arrow keys', () => {
  const marks = [mark('middle', 0, 0), mark('right', 50, 5), mark('far right', 200, 0), mark('below', 0, 80)]
  const go = (from: number, key: string) => markTowards(marks, marks[from] ?? mark('', 0, 0), key)?.key

  it('lead to the nearest mark in their direction', () => {
    expect(go(0, 'ArrowRight')).toBe('right')
    expect(go(1, 'ArrowRight')).toBe('far right')
    expect(go(0, 'ArrowDown')).toBe('below')
    expect(go(3, 'ArrowUp')).toBe('middle')
  })

  it('go on in the order of the list where nothing lies ahead, so that every mark can be reached', () => {
    expect(go(2, 'ArrowRight')).toBe('below')
    expect(go(0, 'ArrowUp')).toBe('below')
  })

  it('are no other keys', () => {
    expect(go(0, 'Enter')).toBeUndefined()
  })
})

describe('names', () => {
  const size = { width: 300, height: 100 }

  it('stand where there is room and cover neither marks nor each other', () => {
    const named = marksWithRoom(
      [
        { ...mark('a', 20, 50), name: 'Bergen' },
        { ...mark('b', 45, 55), name: 'Askøy' },
        { ...mark('c', 290, 50), name: 'At the edge' },
        { ...mark('d', 150, 52), name: 'Oslo' },
      ],
      size,
    )
    expect([...named]).toEqual(['b', 'd'])
  })
})
