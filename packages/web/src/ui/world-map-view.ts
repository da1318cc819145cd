/** Size of a map on the screen, CSS pixels. */
export interface MapSize {
  width: number
  height: number
}

/** A place in Web Mercator: 0 to 1 from the antimeridian eastward and from the north southward. */
export interface Place {
  x: number
  y: number
}

/** A place in degrees, -90 to 90 and -180 to 180. */
export interface Coordinates {
  latitude: number
  longitude: number
}

/** What a map shows: the place in its middle, and how many pixels the whole world is wide. */
export interface MapView extends Place {
  scale: number
}

/** What is shown where there are no points: the inhabited world, without the ice at both ends. */
const WORLD_TOP = 0.06
const WORLD_BOTTOM = 0.7
/** One point alone is shown with its surroundings: a fourteenth of the world, 1,400 km in the middle of Europe. */
const SMALLEST_SPAN = 1 / 14
/** Room around the outermost points for their marks and names, pixels. */
const MARGIN = 48
/** Closer than so many pixels to the world the outline has nothing more to say, and towns are too far apart to say where one is. */
export const MAX_SCALE = 24_000

/** Projects degrees; what Mercator cannot show lies at its edge. */
export function project({ latitude, longitude }: Coordinates): Place {
  const radians = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
  return { x: modulo(longitude / 360 + 0.5), y }
}

/** What is projected to a place, in degrees with five decimals: about a metre. */
export function unproject({ x, y }: Place): Coordinates {
  const radians = Math.atan(Math.sinh(Math.PI * (1 - 2 * y)))
  return { latitude: hundredThousandths((radians * 180) / Math.PI), longitude: hundredThousandths((x - 0.5) * 360) }
}

function hundredThousandths(number: number): number {
  return Math.round(number * 100_000) / 100_000
}

/** The view that shows all places as large as sensible, across the antimeridian where that is the shorter way. */
export function fitView(places: readonly Place[], size: MapSize): MapView {
  if (places.length === 0) return wholeWorld(size)
  const across = shortestSpan(places.map(({ x }) => x))
  const ys = places.map(({ y }) => y)
  const top = Math.min(...ys)
  const tall = Math.max(...ys) - top
  const room = { width: Math.max(1, size.width - 2 * MARGIN), height: Math.max(1, size.height - 2 * MARGIN) }
  const scale = Math.min(
    room.width / Math.max(across.span, SMALLEST_SPAN),
    room.height / Math.max(tall, (SMALLEST_SPAN * room.height) / room.width),
  )
  return boundView({ x: across.start + across.span / 2, y: top + tall / 2, scale }, size)
}

function wholeWorld(size: MapSize): MapView {
  return boundView({ x: 0.5, y: (WORLD_TOP + WORLD_BOTTOM) / 2, scale: smallestScale(size) }, size)
}

/** The whole world fits in; where the map is wider, it repeats beside itself. */
function smallestScale({ width, height }: MapSize): number {
  return Math.max(1, Math.min(width, height / (WORLD_BOTTOM - WORLD_TOP)))
}

/** The shortest stretch of the circle of longitudes that holds all: everything but the widest gap. */
function shortestSpan(xs: readonly number[]): { start: number; span: number } {
  const sorted = [...xs].sort((a, b) => a - b)
  const gaps = sorted.map((x, i) => {
    const next = sorted[i + 1] ?? (sorted[0] ?? x) + 1
    return { gap: next - x, start: next }
  })
  const widest = gaps.reduce((most, gap) => (gap.gap > most.gap ? gap : most))
  return { start: widest.start, span: Math.max(0, 1 - widest.gap) }
}

/** Keeps a view within what there is: not too near, not too far, not beyond the poles; round the world without an end. */
export function boundView({ x, y, scale }: MapView, size: MapSize): MapView {
  const bounded = Math.max(smallestScale(size), Math.min(MAX_SCALE, scale))
  const half = size.height / 2 / bounded
  const middle = (WORLD_TOP + WORLD_BOTTOM) / 2
  return { x: modulo(x), y: half >= 0.5 ? middle : Math.max(half, Math.min(1 - half, y)), scale: bounded }
}

/** Where a place is on the screen, from the upper left corner; of its many copies the one nearest to the middle. */
export function toScreen({ x, y }: Place, view: MapView, { width, height }: MapSize): Place {
  const east = x - view.x
  return { x: (east - Math.round(east)) * view.scale + width / 2, y: (y - view.y) * view.scale + height / 2 }
}

/** The place that is under a pixel, counted from the upper left corner. */
export function fromScreen({ x, y }: Place, view: MapView, { width, height }: MapSize): Place {
  const south = view.y + (y - height / 2) / view.scale
  return { x: modulo(view.x + (x - width / 2) / view.scale), y: Math.max(0, Math.min(1, south)) }
}

/** Moves what is shown by pixels, as a finger does. */
export function panView(view: MapView, by: Place, size: MapSize): MapView {
  return boundView({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale }, size)
}

/** Zooms by a factor; what is under `at`, in pixels from the upper left corner, stays there. */
export function zoomView(view: MapView, factor: number, size: MapSize, at?: Place): MapView {
  const { scale } = boundView({ ...view, scale: view.scale * factor }, size)
  const x = (at?.x ?? size.width / 2) - size.width / 2
  const y = (at?.y ?? size.height / 2) - size.height / 2
  const moved = 1 / view.scale - 1 / scale
  return boundView({ x: view.x + x * moved, y: view.y + y * moved, scale }, size)
}

function modulo(x: number): number {
  return ((x % 1) + 1) % 1
}
