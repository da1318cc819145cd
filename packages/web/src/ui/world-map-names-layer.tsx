import { useEffect, useMemo, useState } from 'react'
import { locale } from '../lib/language/page-language.ts'
import { type MapName, placeLabels, readNames } from './world-map-labels.ts'
import type { NamedMark } from './world-map-mark.tsx'
import { marksWithRoom } from './world-map-marks.ts'
import type { MapSize, MapView } from './world-map-view.ts'

let loading: Promise<MapName[]> | undefined

/** Reads the names once for all maps. Names that could not be had are asked for again by the next map. */
function loadNames(): Promise<MapName[]> {
  loading ??= importNames().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function importNames(): Promise<MapName[]> {
  const { worldNames } = await import('./world-map-names.ts')
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  return readNames(worldNames, (code) => regions.of(code) ?? code)
}

/** The names of countries and towns under the marks. Screen readers are given the places themselves instead. */
export function WorldMapNames({ view, size, marks }: { view: MapView; size: MapSize; marks: readonly NamedMark[] }) {
  const names = useNames()
  const labels = useMemo(() => {
    const named = marksWithRoom(marks, size)
    const shown = marks.map(({ key, x, y, name }) => ({ x, y, ...(named.has(key) && { name }) }))
    return placeLabels(names, view, size, shown)
  }, [names, view, size, marks])
  return (
    // Names are data, in the language of the reader already.
    <div translate="no" className="contents">
      <svg width={size.width} height={size.height} className="pointer-events-none absolute inset-0" aria-hidden="true">
        {labels.map(({ kind, name, x, y }) =>
          kind === 'country' ? (
            <text
              key={`country ${name}`}
              x={x}
              y={y + 4}
              textAnchor="middle"
              className="fill-text-3 stroke-surface-3 text-11 font-semibold tracking-[0.06em] [paint-order:stroke]"
              strokeWidth="3"
            >
              {name}
            </text>
          ) : (
            <g key={`town ${name} ${x} ${y}`}>
              <circle cx={x} cy={y} r="2" className="fill-text-3" />
              <text
                x={x + 5}
                y={y + 4}
                className="fill-text-2 stroke-surface-3 text-11 [paint-order:stroke]"
                strokeWidth="3"
              >
                {name}
              </text>
            </g>
          ),
        )}
      </svg>
    </div>
  )
}

function useNames(): readonly MapName[] {
  const [names, setNames] = useState<readonly MapName[]>([])
  useEffect(() => {
    let gone = false
    const show = (loaded: readonly MapName[]) => {
      if (!gone) setNames(loaded)
    }
    // Without them the map still shows coasts and borders.
    loadNames().then(show, () => undefined)
    return () => {
      gone = true
    }
  }, [])
  return names
}
