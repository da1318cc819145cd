import { t } from '@packhouse/messages'
import { formatCount, formatReading } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'

const ROOM = { width: 300, height: 130 }

/** The room that the machine takes, to scale with a person beside it; nothing where its size is not known. */
export function MachineDrawing({ row }: { row: ResourceRow }) {
  const { widthMm, heightMm, depthMm, weightKg } = row
  if (typeof widthMm !== 'number' || typeof heightMm !== 'number') return null
  // From the side the longer of the two is seen.
  const [across = 0, along = across] = [widthMm, typeof depthMm === 'number' ? depthMm : widthMm].toSorted(
    (a, b) => a - b,
  )
  const [width, height] = [formatCount(along), formatCount(heightMm)]
  return (
    <PanelFrame title={t('library.size')}>
      <div className="border-t border-line px-3 pt-2 pb-1" dir="ltr">
        <Outline widthMm={along} heightMm={heightMm} label={t('library.sideView', { width, height })} />
      </div>
      <p className="flex flex-wrap gap-x-4 border-t border-line px-4 py-2 text-12 text-text-2">
        {typeof depthMm === 'number' && <span>{t('library.depth', { depth: formatCount(across) })}</span>}
        {typeof weightKg === 'number' && <span>{t('library.weight', { weight: formatReading(weightKg) })}</span>}
      </p>
    </PanelFrame>
  )
}

const PERSON_MM = 1_750

/** @param label read aloud in place of the drawing */
function Outline({ widthMm, heightMm, label }: { widthMm: number; heightMm: number; label: string }) {
  const scale = Math.min(ROOM.width / (widthMm + 900), ROOM.height / Math.max(heightMm, PERSON_MM))
  const [width, height, person] = [widthMm * scale, heightMm * scale, PERSON_MM * scale]
  const [ground, left] = [168, 20]
  const top = ground - height
  return (
    <svg viewBox="0 0 392 200" role="img" aria-label={label} className="block w-full text-text">
      <path d="M8 168h376" stroke="var(--text-3)" strokeWidth={0.8} />
      <rect
        x={left}
        y={top}
        width={width}
        height={height}
        fill="var(--surface-2)"
        stroke="currentColor"
        strokeWidth={1.2}
      />
      <path
        d={`M${left + width / 3} ${top}V${ground}M${left} ${top + height * 0.45}h${width}`}
        stroke="var(--line-2)"
        strokeWidth={0.8}
      />
      <Person x={left + width + 450 * scale} ground={ground} height={person} />
      <path
        d={`M${left} ${ground + 6}v8M${left + width} ${ground + 6}v8M${left} ${ground + 10}h${width}M${left + width + 900 * scale + 4} ${top}v${height}m-4 0h8m-8 ${-height}h8`}
        stroke="var(--text-3)"
        strokeWidth={0.8}
        fill="none"
      />
      <text x={left + width / 2} y={ground + 26} textAnchor="middle" fontSize={11} fill="var(--text-2)">
        {t('library.millimetres', { length: formatCount(widthMm) })}
      </text>
      <text x={left + width + 900 * scale + 12} y={top + height / 2 + 4} fontSize={11} fill="var(--text-2)">
        {formatCount(heightMm)}
      </text>
    </svg>
  )
}

function Person({ x, ground, height }: { x: number; ground: number; height: number }) {
  const head = height * 0.07
  return (
    <g fill="var(--kraft-soft)" stroke="var(--kraft)">
      <circle cx={x} cy={ground - height + head} r={head} />
      <rect
        x={x - height * 0.1}
        y={ground - height * 0.84}
        width={height * 0.2}
        height={height * 0.84}
        rx={height * 0.06}
      />
    </g>
  )
}
