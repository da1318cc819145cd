import type { HealthDashboard, HealthFigure } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { DiskPanel } from './disk-panel.tsx'
import { FigureChart } from './figure-chart.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { inWords, type ShowValue, showBytes, showCount, showRate, showSeconds } from './figure-words.ts'

interface Look {
  figure: HealthFigure
  title: string
  show: ShowValue
  filled?: boolean
  /** What is said at the right of the title where there is no target. */
  aside?: (data: HealthDashboard) => string | undefined
  more?: string
}

const mostOf = (figure: HealthFigure, show: ShowValue) => (data: HealthDashboard) => {
  const { most } = data.figures[figure]
  return most === null ? undefined : t('health.peak', { value: inWords(show(most)) })
}

const looks: readonly Look[] = [
  {
    figure: 'recordsPerSecond',
    title: t('health.ingestRate'),
    show: showRate,
    filled: true,
    aside: mostOf('recordsPerSecond', showCount),
  },
  { figure: 'ackP99Seconds', title: t('health.puback'), show: showSeconds },
  {
    figure: 'queueRecords',
    title: t('health.queue'),
    show: showCount,
    filled: true,
    aside: mostOf('queueRecords', showCount),
    more: t('health.waitingWord'),
  },
  { figure: 'requestP95Seconds', title: t('health.requests'), show: showSeconds },
  { figure: 'databaseSeconds', title: t('health.databaseAnswer'), show: showSeconds },
  { figure: 'memoryBytes', title: t('health.memory'), show: showBytes, aside: mostOf('memoryBytes', showBytes) },
  { figure: 'eventLoopP99Seconds', title: t('health.eventLoop'), show: showSeconds },
  {
    figure: 'pdfP95Seconds',
    title: t('health.pdfTime'),
    show: showSeconds,
    aside: mostOf('pdfP95Seconds', showSeconds),
  },
]

/** A picture for each figure; the disk stands where the eye looks for it. */
export function FigurePanels({ data }: { data: HealthDashboard }) {
  const panels = looks.map((look) => <Figure key={look.figure} look={look} data={data} />)
  return (
    <div className="mt-3.5 grid gap-3.5 sm:grid-cols-2 xl:grid-cols-3">
      {panels.slice(0, 5)}
      <DiskPanel disk={data.disk} />
      {panels.slice(5)}
    </div>
  )
}

function Figure({ look, data }: { look: Look; data: HealthDashboard }) {
  const { figure, title, show, filled = false, aside, more } = look
  const { now, target, values } = data.figures[figure]
  const from = Date.parse(data.from)
  const at = (place: number) => from + place * data.stepSeconds * 1_000
  const isLong = data.window === '7d' || data.window === '30d'
  const point = dateFormat(isLong ? 'dateTime' : 'time')
  const tick = dateFormat(isLong ? 'day' : 'time')
  const last = values.length - 1
  const isAbove = target !== null && now !== null && now > target
  return (
    <FigurePanel
      title={title}
      shown={show(now)}
      more={more}
      aside={target === null ? aside?.(data) : targetWords(inWords(show(target)), isAbove)}
      isAbove={isAbove}
    >
      <FigureChart
        label={title}
        points={values.map((value, place) => ({ x: place / last, value }))}
        pointWords={(place) => {
          const value = values[place] ?? null
          const words = value === null ? t('health.notKnown') : inWords(show(value))
          return `${point.format(at(place))} · ${words}`
        }}
        target={target}
        filled={filled}
        axis={[0, 0.25, 0.5, 0.75, 1].map((share) => tick.format(at(Math.round(share * last))))}
      />
    </FigurePanel>
  )
}

function targetWords(value: string, isAbove: boolean): string {
  return isAbove ? t('health.aboveTarget', { value }) : t('health.target', { value })
}
