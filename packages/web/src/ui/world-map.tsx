import { t } from '@packhouse/messages'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { WorldMapControls } from './world-map-controls.tsx'
import { useMapGestures } from './world-map-gestures.ts'
import { WorldMapLand } from './world-map-land.tsx'
import { WorldMapList } from './world-map-list.tsx'
import { WorldMapNames } from './world-map-names-layer.tsx'
import { WorldMapPlacer } from './world-map-placer.tsx'
import { describePoints, type Leg, useMapMarks, usePlaces, type WorldMapPoint } from './world-map-points.ts'
import { type MapState, useElementSize, useMapState } from './world-map-state.ts'
import { type Coordinates, fromScreen, type MapSize, type Place, unproject } from './world-map-view.ts'

export interface WorldMapProps {
  points: readonly WorldMapPoint[]
  selectedId?: string | null
  onSelect?: (id: string) => void
  /** A press on the map places something there, such as the selected point; without it a press only moves the map. */
  onPlace?: ((at: Coordinates) => void) | undefined
  /** Read aloud as the name of the map. */
  label?: string
  /** Said where there is no point; null says nothing, such as while it is not known yet. */
  emptyText?: string | null
  /** Gives the map its height. */
  className?: string
}

/**
 * Points on a map of the world that comes with the product: nobody outside is asked for tiles. It shows all points at
 * first. Points that cover each other are joined; pressing them comes closer, or fans them out where they coincide.
 */
export function WorldMap({
  points,
  selectedId = null,
  onSelect,
  onPlace,
  label = t('ui.map'),
  emptyText = t('ui.noPlaceHasCoordinatesYet'),
  className,
}: WorldMapProps) {
  const area = useRef<HTMLElement>(null)
  const described = useId()
  const size = useElementSize(area)
  const places = usePlaces(points)
  const map = useMapState(places, size)
  const { marks, legs, press, reach, closeFan } = useMapMarks({ points, places, map, size, onSelect })
  const selected = places[points.findIndex(({ id }) => id === selectedId)]
  useInSight(selected, map, size)
  const placeAt = (place: Place) => {
    // A view that follows its points would move away from under the pointer.
    map.hold()
    onPlace?.(unproject(place))
  }
  const onTap = (at: Place) => onPlace && placeAt(fromScreen(at, map.view, size))
  const hinting = useMapGestures(area, { onPan: map.pan, onZoom: map.zoom, onPress: closeFan, onTap })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!actOnKey(event, map, closeFan)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <figure
      dir="ltr"
      ref={area}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={described}
      onKeyDown={onKeyDown}
      className={`relative touch-pan-y overflow-clip bg-surface-2 outline-none select-none ${onPlace ? 'cursor-crosshair' : ''} ${className ?? 'h-80'}`}
    >
      <figcaption id={described} className="sr-only">
        {describePoints(points)}
      </figcaption>
      {size.width > 0 && <WorldMapLand view={map.view} size={size} />}
      {size.width > 0 && <WorldMapNames view={map.view} size={size} marks={marks} />}
      <Legs legs={legs} />
      <WorldMapList marks={marks} size={size} selectedId={selectedId} onPress={press} onReach={reach} />
      <WorldMapControls onZoom={map.zoom} onFit={map.fit} fitted={map.fitted} />
      {onPlace && <WorldMapPlacer map={map} size={size} start={selected} onPlace={placeAt} />}
      {points.length === 0 && !onPlace && emptyText !== null && <Word>{emptyText}</Word>}
      {hinting && <Word>{t('ui.holdCtrlAndTurnTheWheel')}</Word>}
    </figure>
  )
}

/** The selected point comes into sight when it is moved, such as by typing its coordinates. */
function useInSight(selected: Place | undefined, map: MapState, size: MapSize): void {
  const reveal = useEffectEvent(map.reveal)
  const isMeasured = size.width > 0
  const { x, y } = selected ?? {}
  useEffect(() => {
    if (isMeasured && x !== undefined && y !== undefined) reveal({ x, y })
  }, [isMeasured, x, y])
}

const zoomKeys: Partial<Record<string, number>> = { '+': 1.6, '=': 1.6, '-': 1 / 1.6 }

/** Plus and minus zoom, 0 shows all, Escape closes a fan. @returns whether the key meant something */
function actOnKey({ key, ctrlKey, metaKey }: KeyboardEvent, map: MapState, closeFan: () => boolean): boolean {
  // With Ctrl they zoom the page.
  if (ctrlKey || metaKey) return false
  if (key === 'Escape') return closeFan()
  const factor = zoomKeys[key]
  if (factor !== undefined) map.zoom(factor)
  else if (key === '0') map.fit()
  else return false
  return true
}

/** Lines from where points are to where they were fanned out to. */
function Legs({ legs }: { legs: readonly Leg[] }) {
  if (legs.length === 0) return null
  return (
    <svg className="absolute inset-0 size-full stroke-text-2" aria-hidden="true">
      {legs.map(({ from, to }) => (
        <line key={`${to.x} ${to.y}`} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      ))}
    </svg>
  )
}

/** A word over the map that lets everything under it be used. */
function Word({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-4">
      <p className="rounded-control bg-surface px-3 py-2 text-13 font-[550] text-text-2 shadow-float">{children}</p>
    </div>
  )
}
