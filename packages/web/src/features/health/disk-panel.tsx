import type { HealthDashboard } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { FigureChart } from './figure-chart.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { inWords, showBytes, showPercent } from './figure-words.ts'

type Disk = NonNullable<HealthDashboard['disk']>

/** Below it days would all be the same one. */
const SHORT_MS = 2 * 86_400_000

const bases: Record<Disk['basis'], string | undefined> = {
  trend: undefined,
  tooShort: t('health.tooShortForADate'),
  unsteady: t('health.tooUnsteadyForADate'),
  notGrowing: t('health.notGrowing'),
  farAway: t('health.notFullSoon'),
}

/** How full the fullest disk is, and the day on which it is full if it goes on so. */
export function DiskPanel({ disk }: { disk: HealthDashboard['disk'] }) {
  const title = t('health.disk')
  if (disk === null) {
    return (
      <FigurePanel title={title} shown={showPercent(null)}>
        <FigureChart
          label={title}
          points={[
            { x: 0, value: null },
            { x: 1, value: null },
          ]}
          pointWords={() => t('health.notKnown')}
          axis={[]}
        />
      </FigurePanel>
    )
  }
  return <KnownDisk disk={disk} title={title} />
}

function KnownDisk({ disk, title }: { disk: Disk; title: string }) {
  const { usedBytes, totalBytes, limitBytes, perDayBytes, fullAt, basis, points } = disk
  const day = dateFormat('date')
  const first = Date.parse(points[0]?.at ?? '')
  const newest = Date.parse(points.at(-1)?.at ?? '')
  const end = fullAt === null ? newest : Math.max(newest, Date.parse(fullAt))
  const tick = dateFormat(end - first < SHORT_MS ? 'time' : 'day')
  const along = (at: number) => (end === first ? 1 : (at - first) / (end - first))
  const shown = points.map(({ at, used }) => ({
    x: along(Date.parse(at)),
    value: used === null ? null : used / totalBytes,
  }))
  const size = inWords(showBytes(totalBytes))
  const grows = perDayBytes !== null && perDayBytes > 0
  return (
    <FigurePanel
      title={title}
      shown={showPercent(usedBytes / totalBytes)}
      more={
        grows
          ? t('health.ofSizeAndADay', { size, growth: inWords(showBytes(perDayBytes)) })
          : t('health.ofSize', { size })
      }
      aside={fullAt === null ? bases[basis] : t('health.fullAbout', { date: day.format(Date.parse(fullAt)) })}
    >
      <FigureChart
        label={title}
        points={shown}
        pointWords={(place) => {
          const point = points[place]
          return `${point && dateFormat('dateTime').format(Date.parse(point.at))} · ${inWords(showPercent(shown[place]?.value ?? null))}`
        }}
        target={limitBytes / totalBytes}
        forecast={fullAt === null ? undefined : { x: 1, value: limitBytes / totalBytes }}
        highest={1.1}
        axis={(end === first ? [1] : [0, 0.25, 0.5, 0.75, 1]).map((share) =>
          tick.format(first + share * (end - first)),
        )}
      />
    </FigurePanel>
  )
}
