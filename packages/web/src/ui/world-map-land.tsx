import { useEffect, useId, useState } from 'react'
import { readLines, toPath } from './world-map-lines.ts'
import type { MapSize, MapView } from './world-map-view.ts'

interface Outline {
  size: number
  land: string
  borders: string
}

let loading: Promise<Outline> | undefined

/** Reads the outline once for all maps. One that could not be had is asked for again by the next map. */
function loadOutline(): Promise<Outline> {
  loading ??= readOutline().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function readOutline(): Promise<Outline> {
  const { worldOutline } = await import('./world-map-outline.ts')
  const { size, lands, borders } = worldOutline
  return { size, land: toPath(readLines(lands)), borders: toPath(readLines(borders)) }
}

/** Land that crosses the antimeridian is whole: the east of Siberia goes on for 11 degrees beyond the edge of its world. */
const BEYOND_EDGE = 12 / 360

/** Land, coasts and borders. Until they are there, and where they cannot be had, the points stand on a plain ground. */
export function WorldMapLand({ view, size }: { view: MapView; size: MapSize }) {
  const outline = useOutline()
  const id = useId()
  if (!outline) return null
  const half = size.width / 2 / view.scale
  const first = Math.floor(view.x - half - BEYOND_EDGE)
  const copies = Array.from({ length: Math.floor(view.x + half) - first + 1 }, (_, i) => first + i)
  const unit = view.scale / outline.size
  const left = size.width / 2 - view.x * view.scale
  const top = size.height / 2 - view.y * view.scale
  return (
    <svg width={size.width} height={size.height} className="absolute inset-0" aria-hidden="true">
      <defs>
        <g id={id} strokeLinejoin="round" fill="none">
          <path
            d={outline.land}
            className="fill-surface-3 stroke-control"
            strokeWidth="0.75"
            vectorEffect="non-scaling-stroke"
          />
          <path d={outline.borders} className="stroke-line-2" strokeWidth="0.75" vectorEffect="non-scaling-stroke" />
        </g>
      </defs>
      {copies.map((copy) => (
        <use key={copy} href={`#${id}`} transform={`translate(${left + copy * view.scale} ${top}) scale(${unit})`} />
      ))}
    </svg>
  )
}

function useOutline(): Outline | undefined {
  const [outline, setOutline] = useState<Outline>()
  useEffect(() => {
    let gone = false
    const keep = (loaded: Outline) => {
      if (!gone) setOutline(loaded)
    }
    // Without it the map still tells where the points are to each other.
    loadOutline().then(keep, () => undefined)
    return () => {
      gone = true
    }
  }, [])
  return outline
}
