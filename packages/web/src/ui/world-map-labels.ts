import { LETTER_WIDTH } from './world-map-marks.ts'
import type { MapSize, MapView, Place } from './world-map-view.ts'
import { toScreen } from './world-map-view.ts'

/** A name of the map itself. */
export interface MapName extends Place {
  kind: 'country' | 'town'
  name: string
  /** How wide a country is where its name goes, as a share of the world; 0 for a town. */
  width: number
}

/** A name with its place on the screen, pixels. */
export interface MapLabel {
  kind: MapName['kind']
  name: string
  x: number
  y: number
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** From so many pixels to the world on towns are named; further out they would hide the countries. */
const TOWNS_FROM = 2_600
/** From here on the towns say where one is, and the name of a country would be far from its borders. */
const COUNTRIES_TO = 24_000
/** More would be read by nobody. */
const MOST = 40

/** About how wide a name is in the type of the labels, pixels. */
const widthOf = ({ kind, name }: MapName) => name.length * (kind === 'country' ? 8.2 : 6.4)
const HEIGHT = 15
const DOT = 5
/** What the buttons in the upper right corner cover, on a phone too. */
const CONTROLS = { width: 60, height: 150 }

/**
 * The names that fit whole, the most important first, none over another, a mark or its name.
 * @param names largest first, countries before towns
 * @param marks where pins are, pixels, with the names that are shown on their right
 */
export function placeLabels(
  names: readonly MapName[],
  view: MapView,
  size: MapSize,
  marks: readonly (Place & { name?: string })[],
): MapLabel[] {
  const buttons = { left: size.width - CONTROLS.width, right: size.width, top: 0, bottom: CONTROLS.height }
  const taken: Box[] = [buttons, ...marks.map(boxOfMark)]
  const placed: MapLabel[] = []
  for (const name of names) {
    if (placed.length === MOST) break
    if (!isShownAt(name, view.scale)) continue
    const { x, y } = toScreen(name, view, size)
    const box = boxOf(name, x, y)
    if (box.left < 0 || box.top < 0 || box.right > size.width || box.bottom > size.height) continue
    if (taken.some((other) => overlaps(box, other))) continue
    taken.push(box)
    placed.push({ kind: name.kind, name: name.name, x, y })
  }
  return placed
}

function isShownAt(name: MapName, scale: number): boolean {
  if (name.kind === 'town') return scale >= TOWNS_FROM
  // Within its borders, or nearly: the name of a small country may reach over them once it is large enough to be found.
  return scale <= COUNTRIES_TO && name.width * scale * 4 > widthOf(name)
}

/** A country's name is around its place, a town's beside its dot. */
function boxOf(name: MapName, x: number, y: number): Box {
  const width = widthOf(name)
  const left = name.kind === 'country' ? x - width / 2 : x - DOT
  const right = name.kind === 'country' ? x + width / 2 : x + DOT + width
  return { left, right, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 }
}

function boxOfMark({ x, y, name }: Place & { name?: string }): Box {
  const right = name === undefined ? x + 12 : x + 20 + name.length * LETTER_WIDTH
  return { left: x - 12, right, top: y - 12, bottom: y + 12 }
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

interface NamesText {
  size: number
  countries: string
  towns: string
}

/** Reads what `scripts/world-names.ts` writes. @param regionName the name of a country by its code */
export function readNames(text: NamesText, regionName: (code: string) => string): MapName[] {
  const at = (figures: string) => Number.parseInt(figures, 36) / text.size
  const entries = (lines: string) => lines.split(';').map((line) => line.split(','))
  const countries = entries(text.countries).map(([code = '', x = '', y = '', width = '']) => {
    return { kind: 'country' as const, name: regionName(code), x: at(x), y: at(y), width: at(width) }
  })
  const towns = entries(text.towns).map(([name = '', x = '', y = '']) => {
    return { kind: 'town' as const, name, x: at(x), y: at(y), width: 0 }
  })
  return [...countries, ...towns]
}
