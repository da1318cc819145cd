import { describe, expect, it } from 'vitest'
import {
  fitView,
  fromScreen,
  MAX_SCALE,
  type MapSize,
  panView,
  project,
  toScreen,
  unproject,
  zoomView,
} from './world-map-view.ts'

const size: MapSize = { width: 800, height: 400 }
const bergen = { latitude: 60.39, longitude: 5.32 }
const lyon = { latitude: 45.76, longitude: 4.84 }
const suva = { latitude: -18.14, longitude: 178.44 }
const apia = { latitude: -13.83, longitude: -171.77 }

function isInside({ x, y }: { x: number; y: number }): boolean {
  return x > 0 && x < size.width && y > 0 && y < size.height
}

function shown(points: { latitude: number; longitude: number }[]) {
  const places = points.map(project)
  const view = fitView(places, size)
  return { view, onScreen: places.map((place) => toScreen(place, view, size)) }
}

describe('the projection', () => {
  it('puts the equator and Greenwich in the middle', () => {
    expect(project({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: expect.closeTo(0.5, 12) })
  })

  it('keeps north above south and west before east', () => {
    expect(project(bergen).y).toBeLessThan(project(lyon).y)
    expect(project(lyon).x).toBeLessThan(project(bergen).x)
  })

  it('is finite at the poles', () => {
    expect(project({ latitude: 90, longitude: 0 }).y).toBeGreaterThan(0)
    expect(project({ latitude: -90, longitude: 0 }).y).toBeLessThan(1)
  })

  it('takes 180 degrees west and east for the same place', () => {
    expect(project({ latitude: 10, longitude: 180 })).toEqual(project({ latitude: 10, longitude: -180 }))
  })
})

describe('from pixels back to coordinates', () => {
  const view = fitView([bergen, lyon].map(project), size)

  it('gives what was projected, with five decimals', () => {
    const { latitude, longitude } = unproject(fromScreen(toScreen(project(bergen), view, size), view, size))
    expect(latitude).toBeCloseTo(bergen.latitude, 4)
    expect(longitude).toBeCloseTo(bergen.longitude, 4)
    expect(unproject(project({ latitude: -33.123456, longitude: 151.987654 }))).toEqual({
      latitude: -33.12346,
      longitude: 151.98765,
    })
  })

  it('leads to the pixel that it came from', () => {
    const pixel = { x: 123, y: 45 }
    const back = toScreen(project(unproject(fromScreen(pixel, view, size))), view, size)
    expect(back).toEqual({ x: expect.closeTo(123, 1), y: expect.closeTo(45, 1) })
  })

  it('knows the place on either side of the antimeridian, and none beyond the poles', () => {
    const around = fitView([suva, apia].map(project), size)
    const at = (place: typeof suva) => unproject(fromScreen(toScreen(project(place), around, size), around, size))
    expect(at(suva).longitude).toBeCloseTo(178.44, 4)
    expect(at(apia).longitude).toBeCloseTo(-171.77, 4)
    const north = unproject(fromScreen({ x: 400, y: -1_000_000 }, view, size))
    expect(north.latitude).toBeLessThan(85.06)
    expect(north.latitude).toBeGreaterThan(85)
  })
})

describe('fitting', () => {
  it('shows the inhabited world where there is no point', () => {
    const { view } = shown([])
    expect(toScreen(project({ latitude: 70, longitude: 0 }), view, size).y).toBeGreaterThan(0)
    expect(toScreen(project({ latitude: -50, longitude: 0 }), view, size).y).toBeLessThan(size.height)
  })

  it('shows one point in the middle with its surroundings', () => {
    const { view, onScreen } = shown([bergen])
    expect(onScreen[0]).toEqual({ x: expect.closeTo(400, 6), y: expect.closeTo(200, 6) })
    // Oslo, 300 km away, is in sight.
    expect(isInside(toScreen(project({ latitude: 59.91, longitude: 10.75 }), view, size))).toBe(true)
    expect(view.scale).toBeLessThan(MAX_SCALE)
  })

  it('shows many points, all of them', () => {
    const { onScreen } = shown([bergen, lyon, { latitude: 51.9, longitude: 4.4 }])
    expect(onScreen.every(isInside)).toBe(true)
  })

  it('takes the short way across the antimeridian', () => {
    const { view, onScreen } = shown([suva, apia])
    const [west, east] = onScreen
    expect(onScreen.every(isInside)).toBe(true)
    expect(west?.x).toBeLessThan(east?.x ?? 0)
    // Ten degrees apart fill the map; the long way round would be the whole world.
    expect(view.scale).toBeGreaterThan(8_000)
  })

  it('shows points all around the world', () => {
    const around = [-150, -90, -30, 30, 90, 150].map((longitude) => ({ latitude: 20, longitude }))
    expect(shown(around).onScreen.every(isInside)).toBe(true)
  })

  it('shows points that are the same as it shows one', () => {
    expect(shown([bergen, bergen]).view).toEqual(shown([bergen]).view)
  })

  it('survives a map without any room', () => {
    const view = fitView([project(bergen)], { width: 0, height: 0 })
    expect(Object.values(view).every(Number.isFinite)).toBe(true)
  })
})

describe('moving', () => {
  it('zooms around the place that is pointed at', () => {
    const { view } = shown([bergen, lyon])
    const at = toScreen(project(lyon), view, size)
    const after = toScreen(project(lyon), zoomView(view, 2, size, at), size)
    expect(after).toEqual({ x: expect.closeTo(at.x, 6), y: expect.closeTo(at.y, 6) })
  })

  it('comes back to the same place after a step in and a step out', () => {
    const { view } = shown([bergen, lyon])
    const back = zoomView(zoomView(view, 2, size), 0.5, size)
    expect(back).toEqual({
      x: expect.closeTo(view.x, 9),
      y: expect.closeTo(view.y, 9),
      scale: expect.closeTo(view.scale, 6),
    })
  })

  it('has limits near and far', () => {
    const { view } = shown([bergen])
    expect(zoomView(view, 1e9, size).scale).toBe(MAX_SCALE)
    expect(zoomView(view, 1e-9, size)).toEqual(zoomView(view, 1e-6, size))
  })

  it('goes round the world without an end and not beyond the poles', () => {
    const { view } = shown([suva])
    const east = panView(view, { x: -view.scale, y: 0 }, size)
    expect(east.x).toBeCloseTo(view.x, 9)
    expect(panView(view, { x: 0, y: 1e9 }, size).y).toBeGreaterThan(0)
  })
})
