import type { Api, CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'

type Minute = CallResult<Api['viewLog']>['minutes'][number]

const MOST_BARS = 120
/** A file that has just begun is no single broad bar. */
const FEWEST_BARS = 60
const HEIGHT = 40
const MINUTE_MS = 60_000

/** How many lines there are over the time of a file; warnings and errors at the top of each bar. */
export function LogMinutes({ minutes, lines }: { minutes: readonly Minute[]; lines: number }) {
  const begin = Date.parse(minutes[0]?.at ?? '')
  const last = Date.parse(minutes.at(-1)?.at ?? '')
  if (Number.isNaN(begin) || Number.isNaN(last)) return null
  const first = Math.min(begin, last - (FEWEST_BARS - 1) * MINUTE_MS)
  const perBar = Math.max(1, Math.ceil((last - first) / MINUTE_MS / MOST_BARS)) * MINUTE_MS
  const bars = Array.from({ length: Math.floor((last - first) / perBar) + 1 }, () => ({ lines: 0, issues: 0 }))
  for (const minute of minutes) {
    const bar = bars[Math.floor((Date.parse(minute.at) - first) / perBar)]
    if (bar === undefined) continue
    bar.lines += minute.lines
    bar.issues += minute.issues
  }
  const most = Math.max(...bars.map((bar) => bar.lines))
  const issues = bars.reduce((sum, bar) => sum + bar.issues, 0)
  const time = dateFormat('time')
  const words = t('serverLog.linesFromTo', { lines, issues, from: time.format(begin), to: time.format(last) })
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-10 w-full"
    >
      <title>{words}</title>
      {bars.map((bar, place) => {
        const height = (HEIGHT * bar.lines) / most
        const top = Math.min(height, bar.issues === 0 ? 0 : Math.max(3, (HEIGHT * bar.issues) / most))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place in time
          <g key={place}>
            <rect x={place * 10 + 1} y={HEIGHT - height} width={8} height={height} className="fill-line-2" />
            {top > 0 && <rect x={place * 10 + 1} y={HEIGHT - height} width={8} height={top} className="fill-warn" />}
          </g>
        )
      })}
    </svg>
  )
}
