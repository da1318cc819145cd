import { t } from '@packhouse/messages'
import { useMemo, useState } from 'react'
import { numberFormat } from '../lib/format/numbers.ts'
import type { NamedMark } from './world-map-mark.tsx'
import { canPart, fanOut, joinPoints, type Mark } from './world-map-marks.ts'
import type { MapState } from './world-map-state.ts'
import { type Coordinates, type MapSize, type Place, project, toScreen } from './world-map-view.ts'

export interface WorldMapPoint extends Coordinates {
  id: string
  label: string
  /** How what is there is; without it the point is a plain one. */
  badge?: MarkBadge
}

/** How many things at a point are off, in an unknown state, and how many there are in all. */
export interface MarkBadge {
  offline: number
  unknown: number
  all: number
}

/** A line from where a point is to where it was fanned out to. */
export interface Leg {
  from: Place
  to: Place
}

/** Where the points are in the world, in their order. */
export function usePlaces(points: readonly WorldMapPoint[]): readonly Place[] {
  return useMemo(() => points.map(project), [points])
}

export interface MapMarksParts {
  points: readonly WorldMapPoint[]
  places: readonly Place[]
  map: MapState
  size: MapSize
  onSelect: ((id: string) => void) | undefined
}

export interface MapMarks {
  marks: readonly NamedMark[]
  legs: readonly Leg[]
  press: (mark: Mark) => void
  /** Brings a mark into sight. */
  reach: (mark: Mark) => void
  /** @returns whether there was one */
  closeFan: () => boolean
}

/** The marks on the screen, and what pressing them does. */
export function useMapMarks({ points, places, map, size, onSelect }: MapMarksParts): MapMarks {
  const [fanned, setFanned] = useState<string | null>(null)
  const { view } = map
  const { marks, legs } = useMemo(() => {
    const onScreen = points.flatMap(({ id }, i) => {
      const place = places[i]
      return place ? [{ id, ...toScreen(place, view, size) }] : []
    })
    return arrange(joinPoints(onScreen), new Map(points.map((point) => [point.id, point])), fanned)
  }, [points, places, view, size, fanned])
  const placesOf = ({ ids }: Mark) => places.filter((_, i) => ids.includes(points[i]?.id ?? ''))
  const press = (mark: Mark) => {
    const [only, ...others] = mark.ids
    if (others.length === 0) {
      onSelect?.(only ?? '')
      return
    }
    map.approach(placesOf(mark))
    if (!canPart(placesOf(mark))) setFanned(idsOf(mark))
  }
  const closeFan = () => {
    setFanned(null)
    return fanned !== null
  }
  return { marks, legs, press, reach: (mark) => placesOf(mark).slice(0, 1).forEach(map.reveal), closeFan }
}

/** Names the marks, and takes the one apart that is fanned out. */
function arrange(joined: readonly Mark[], points: ReadonlyMap<string, WorldMapPoint>, fanned: string | null) {
  const named = (mark: Mark): NamedMark => ({
    ...mark,
    name: mark.ids.map((id) => points.get(id)?.label ?? id).join(', '),
    badge: sumOf(mark.ids.flatMap((id) => points.get(id)?.badge ?? [])),
  })
  const open = joined.find((mark) => mark.ids.length > 1 && idsOf(mark) === fanned)
  if (!open) return { marks: joined.map(named), legs: [] }
  const apart = fanOut(open)
  const singles = apart.map(({ id, x, y }) => named({ key: id, ids: [id], x, y }))
  return {
    marks: joined.flatMap((mark) => (mark === open ? singles : [named(mark)])),
    legs: apart.map((point) => ({ from: open, to: point })),
  }
}

/** Of all that are joined in a mark. */
function sumOf(badges: readonly MarkBadge[]): MarkBadge | undefined {
  if (badges.length === 0) return undefined
  const sum = (name: keyof MarkBadge) => badges.reduce((all, badge) => all + badge[name], 0)
  return { offline: sum('offline'), unknown: sum('unknown'), all: sum('all') }
}

function idsOf({ ids }: Mark): string {
  return ids.join()
}

/** A screen reader reads them in one go: more would be too long. */
const NAMED_ALOUD = 30

/** The map in words. */
export function describePoints(points: readonly WorldMapPoint[]): string {
  if (points.length === 0) return t('ui.aMapOfTheWorldWithout')
  const named = points.slice(0, NAMED_ALOUD).map(({ label, ...at }) => `${label} (${degrees(at)})`)
  const rest = points.length - named.length
  const map = { count: points.length, names: named.join('; ') }
  return rest > 0 ? t('ui.aMapWithMore', { ...map, rest }) : t('ui.aMapWith', map)
}

/** Coordinates in words. */
export function degrees({ latitude, longitude }: Coordinates): string {
  const hundredths = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return t('ui.coordinates', {
    latitude: hundredths.format(Math.abs(latitude)),
    latitudeOf: latitude < 0 ? 'south' : 'north',
    longitude: hundredths.format(Math.abs(longitude)),
    longitudeOf: longitude < 0 ? 'west' : 'east',
  })
}
