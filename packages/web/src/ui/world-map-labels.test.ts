import { expect, it } from 'vitest'
import { type MapName, placeLabels, readNames } from './world-map-labels.ts'
import { worldNames } from './world-map-names.ts'
import { fromScreen, MAX_SCALE, project } from './world-map-view.ts'

const names = readNames(worldNames, (code) => `country ${code}`)
const size = { width: 600, height: 256 }

/** The names of a map with a place in its middle. */
function namesAround(latitude: number, longitude: number, scale: number, marks: { x: number; y: number }[] = []) {
  return placeLabels(names, { ...project({ latitude, longitude }), scale }, size, marks).map(({ name }) => name)
}

it('names countries far out, and the towns of plants close by', () => {
  const europe = namesAround(52, 12, 2_500)
  expect(europe).toEqual(expect.arrayContaining(['country PL', 'country FR']))
  expect(europe.every((name) => name.startsWith('country '))).toBe(true)
  expect(namesAround(60.39, 5.32, 8_000)).toContain('Bergen')
  expect(namesAround(54.35, 18.65, 8_000)).toContain('Gdańsk')
  expect(namesAround(62.47, 6.15, MAX_SCALE)).toContain('Ålesund')
})

it('names something at the closest zoom around every large town', () => {
  const large = names.filter(({ kind }) => kind === 'town').slice(0, 300)
  const without = large.filter((town) => {
    return placeLabels(names, { x: town.x, y: town.y, scale: MAX_SCALE }, size, []).length === 0
  })
  expect(without).toEqual([])
})

it('leaves out what would be over another name or a mark', () => {
  const town = (name: string, x: number): MapName => ({ kind: 'town', name, x, y: 0.5, width: 0 })
  const view = { x: 0.5, y: 0.5, scale: 10_000 }
  const near = [town('Large', 0.5), town('Small', 0.501), town('Far', 0.51)]
  expect(placeLabels(near, view, size, []).map(({ name }) => name)).toEqual(['Large', 'Far'])
  expect(placeLabels(near, view, size, [{ x: 300, y: 128 }]).map(({ name }) => name)).toEqual(['Far'])
  expect(placeLabels(near, view, size, [{ x: 300, y: 128, name: 'Plant in the middle' }])).toEqual([])
})

it('leaves out what would be cut off at an edge or be behind the buttons', () => {
  const shown = ({ x, y }: { x: number; y: number }) => {
    const at = fromScreen({ x, y }, { x: 0.5, y: 0.5, scale: 10_000 }, size)
    return placeLabels([{ kind: 'town', name: 'Town', ...at, width: 0 }], { x: 0.5, y: 0.5, scale: 10_000 }, size, [])
      .length
  }
  expect(shown({ x: 300, y: 128 })).toBe(1)
  for (const at of [
    { x: 590, y: 200 },
    { x: 2, y: 128 },
    { x: 300, y: 4 },
    { x: 300, y: 252 },
    { x: 560, y: 60 },
  ]) {
    expect(shown(at)).toBe(0)
  }
})
