import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the outline behind the world map: the coasts and borders of Natural Earth (public domain, 1:50 million), in
 * Web Mercator, without invisible details, as short text. Run it after `world-atlas` has changed:
 * `node scripts/world-outline.ts`.
 */
const root = join(import.meta.dirname, '..')
const source = join(root, 'node_modules/world-atlas/countries-50m.json')
const target = join(root, 'packages/web/src/ui/world-map-outline.ts')

/** Units from one antimeridian to the next: 5 km at the equator, half of it in the north of Europe. */
const SIZE = 8_192
/** A corner that spans less than this, in square units, is left out. */
const SMALLEST_CORNER = 10
/** An island that is smaller is left out. */
const SMALLEST_ISLAND = 9
/** South of it lie only ice and research stations, and Mercator has no end there. */
const SOUTH_END = -60

type Point = [x: number, y: number]

interface Topology {
  arcs: [number, number][][]
  transform: { scale: [number, number]; translate: [number, number] }
  objects: { countries: { geometries: Geometry[] }; land: { geometries: Geometry[] } }
}

type Geometry = { type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] }

const topology: Topology = JSON.parse(readFileSync(source, 'utf8'))
const arcs = topology.arcs.map((arc) => simplify(toPoints(arc)))
const rings = ringsOf(topology.objects.land.geometries).filter(isWorthDrawing)
const borders = bordersOf(topology.objects.countries.geometries)
writeFileSync(target, moduleText())

/** Undoes the differences of TopoJSON and projects; whole units. */
function toPoints(arc: [number, number][]): Point[] {
  const { scale, translate } = topology.transform
  let x = 0
  let y = 0
  const points = arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return project(x * scale[0] + translate[0], y * scale[1] + translate[1])
  })
  return unroll(points)
}

/** Goes on beyond the edge where a line crosses the antimeridian, instead of back across the whole world. */
function unroll(points: Point[]): Point[] {
  let before = points[0]?.[0] ?? 0
  return points.map(([x, y]) => {
    before = x + Math.round((before - x) / SIZE) * SIZE
    return [before, y]
  })
}

/** Web Mercator, 0 to SIZE from west to east and from north to south. */
function project(longitude: number, latitude: number): Point {
  const bounded = Math.max(-85, Math.min(85, latitude))
  const radians = (bounded * Math.PI) / 180
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
  return [Math.round((longitude / 360 + 0.5) * SIZE), Math.round(y * SIZE)]
}

/** Visvalingam's method: takes the corner that spans least until each spans enough. The ends stay: arcs share them. */
function simplify(points: Point[]): Point[] {
  const remaining = [...points]
  for (;;) {
    let least = SMALLEST_CORNER
    let at = -1
    for (let i = 1; i < remaining.length - 1; i++) {
      const span = corner(remaining[i - 1], remaining[i], remaining[i + 1])
      if (span < least) [least, at] = [span, i]
    }
    if (at < 0) return remaining
    remaining.splice(at, 1)
  }
}

function corner(a: Point | undefined, b: Point | undefined, c: Point | undefined): number {
  if (!a || !b || !c) return Number.POSITIVE_INFINITY
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
}

function ringsOf(geometries: Geometry[]): number[][] {
  return geometries.flatMap((geometry) => (geometry.type === 'Polygon' ? geometry.arcs : geometry.arcs.flat()))
}

function isWorthDrawing(ring: number[]): boolean {
  const points = ringPoints(ring)
  const south = project(0, SOUTH_END)[1]
  if (points.every(([, y]) => y > south)) return false
  const twice = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2 >= SMALLEST_ISLAND
}

/** The points of an arc; one that is named by its complement runs backwards. */
function pointsOf(index: number): Point[] {
  return index < 0 ? [...(arcs[~index] ?? [])].reverse() : (arcs[index] ?? [])
}

function ringPoints(ring: number[]): Point[] {
  return unroll(ring.flatMap(pointsOf))
}

/** Arcs that two countries share. */
function bordersOf(geometries: Geometry[]): number[] {
  const users = new Map<number, number>()
  for (const index of ringsOf(geometries).flat()) {
    const arc = index < 0 ? ~index : index
    users.set(arc, (users.get(arc) ?? 0) + 1)
  }
  return [...users].flatMap(([arc, count]) => (count > 1 ? [arc] : []))
}

/** Whole numbers as text: 5 bits to a character, the sixth says that more follow; the sign is the lowest bit. */
function encode(numbers: number[]): string {
  return numbers
    .map((number) => {
      let rest = number < 0 ? -number * 2 - 1 : number * 2
      let text = ''
      do {
        text += String.fromCharCode((rest % 32) + (rest >= 32 ? 32 : 0) + 58)
        rest = Math.floor(rest / 32)
      } while (rest > 0)
      return text
    })
    .join('')
    .replaceAll('\\', '~')
}

/** A line as its first point and the steps from there. */
function encodeLine(points: Point[]): string {
  let before: Point = [0, 0]
  const steps = points.flatMap((point): number[] => {
    const step = [point[0] - before[0], point[1] - before[1]]
    before = point
    return step
  })
  return encode(steps)
}

function moduleText(): string {
  const lands = rings.map((ring) => encodeLine(ringPoints(ring)))
  const lines = borders.map((arc) => encodeLine(pointsOf(arc)))
  return [
    '/** Made by scripts/world-outline.ts of Natural Earth, which is in the public domain. */',
    'export const worldOutline = {',
    '  /** Units from one antimeridian to the next. */',
    `  size: ${SIZE},`,
    '  lands:',
    `    '${lands.join(' ')}',`,
    '  borders:',
    `    '${lines.join(' ')}',`,
    '}',
    '',
  ].join('\n')
}
