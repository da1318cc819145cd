import { MAX_SCALE, type Place } from './world-map-view.ts'

/** A point on the screen, CSS pixels. */
export interface ScreenPoint extends Place {
  id: string
}

/** One point, or several that would cover each other. */
export interface Mark extends Place {
  /** The first of its points: a mark that loses or gains others stays the same element, and keeps the focus. */
  key: string
  ids: readonly string[]
}

/** Points closer than this cover each other; as wide as what a finger can hit, pixels. */
export const MARK_DISTANCE = 34

/** Joins points that would cover each other. The order of the points decides, so that a mark does not flicker. */
export function joinPoints(points: readonly ScreenPoint[], distance = MARK_DISTANCE): Mark[] {
  const groups: ScreenPoint[][] = []
  for (const point of points) {
    const near = groups.find(([first]) => first && Math.hypot(first.x - point.x, first.y - point.y) < distance)
    if (near) near.push(point)
    else groups.push([point])
  }
  return groups.map((group) => ({
    key: group[0]?.id ?? '',
    ids: group.map(({ id }) => id),
    x: mean(group.map(({ x }) => x)),
    y: mean(group.map(({ y }) => y)),
  }))
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** Whether coming closer parts the places; places of one address never part and are fanned out instead. */
export function canPart(places: readonly Place[]): boolean {
  return places.some((one) =>
    places.some((other) => {
      const east = Math.abs(one.x - other.x)
      return Math.hypot(Math.min(east, 1 - east), one.y - other.y) * MAX_SCALE > MARK_DISTANCE
    }),
  )
}

/** Takes a mark apart: its points around it, on a circle that grows with their number. */
export function fanOut({ ids, x, y }: Mark): ScreenPoint[] {
  const radius = Math.max(MARK_DISTANCE * 1.2, (ids.length * MARK_DISTANCE) / (2 * Math.PI))
  return ids.map((id, i) => {
    const angle = (i / ids.length) * 2 * Math.PI - Math.PI / 2
    return { id, x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
  })
}

/** Where an arrow key leads, by its name. */
export const arrowDirections: Partial<Record<string, Place>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}

/**
 * The mark an arrow key leads to: the nearest one in that direction, where what lies aside counts as further away. So
 * that every mark can be reached, a key that finds none goes on to the next in the order of the list.
 */
export function markTowards(marks: readonly Mark[], from: Mark, key: string): Mark | undefined {
  const direction = arrowDirections[key]
  if (!direction) return undefined
  const ahead = marks.flatMap((mark) => {
    const along = (mark.x - from.x) * direction.x + (mark.y - from.y) * direction.y
    const aside = Math.abs((mark.x - from.x) * direction.y) + Math.abs((mark.y - from.y) * direction.x)
    return along > 0 && aside <= along * 2 ? [{ mark, far: along + aside * 2 }] : []
  })
  if (ahead.length > 0) return ahead.reduce((best, one) => (one.far < best.far ? one : best)).mark
  const step = direction.x + direction.y
  const at = marks.findIndex((mark) => mark.key === from.key)
  return marks[(at + step + marks.length) % marks.length]
}

/** The marks that have room for their name on their right, by key. What comes first goes first. */
export function marksWithRoom(
  marks: readonly (Mark & { name: string })[],
  { width, height }: { width: number; height: number },
): Set<string> {
  const taken = marks.map(({ x, y }) => ({ left: x - 9, right: x + 9, top: y - 9, bottom: y + 9 }))
  const named = new Set<string>()
  for (const { key, name, x, y } of marks) {
    const box = { left: x + 10, right: x + 20 + name.length * LETTER_WIDTH, top: y - 9, bottom: y + 9 }
    const isInside = box.left > 0 && box.right < width && box.top > 0 && box.bottom < height
    if (!isInside || taken.some((other) => overlap(box, other))) continue
    taken.push(box)
    named.add(key)
  }
  return named
}

/** How wide a letter of a name beside a mark is, pixels: of the 12 px text, rather too much than too little. */
export const LETTER_WIDTH = 7

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
