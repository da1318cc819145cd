import type { HealthDashboard, HealthServiceName } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Icon } from '../../ui/icon.tsx'
import { OfflineIcon, RingIcon, RunningIcon, WarningIcon } from '../../ui/icons.tsx'
import { UnknownIcon } from '../../ui/unknown-icon.tsx'
import { inWords, showPercent, showRate, showSeconds } from './figure-words.ts'

type Service = HealthDashboard['services'][number]

const titles: Record<HealthServiceName, string> = {
  web: t('health.webAndApi'),
  ingest: t('health.mqttIngest'),
  queue: t('health.queue'),
  database: t('health.database'),
  disk: t('health.disk'),
  jobs: t('health.jobs'),
  pdf: t('health.pdf'),
  mail: t('health.mail'),
  backup: t('health.backup'),
  certificates: t('health.certificates'),
}

const looks: Record<Service['state'], { icon: Icon; word: string; colour: string; frame: string }> = {
  ok: { icon: RunningIcon, word: t('health.ok'), colour: 'text-ok', frame: 'border-line bg-surface' },
  attention: {
    icon: WarningIcon,
    word: t('health.needsALook'),
    colour: 'text-warn',
    frame: 'border-warn bg-warn-soft',
  },
  away: { icon: OfflineIcon, word: t('health.away'), colour: 'text-bad', frame: 'border-bad bg-bad-soft' },
  unknown: {
    icon: UnknownIcon,
    word: t('health.notKnown'),
    colour: 'text-unk',
    frame: 'border-dashed border-line-2 bg-surface',
  },
  absent: { icon: RingIcon, word: t('health.notSetUp'), colour: 'text-unk', frame: 'border-line bg-surface' },
}

/** A tile for each service: its state by shape, word and colour, and its one figure or what is wrong. */
export function ServiceTiles({ data }: { data: HealthDashboard }) {
  return (
    <ul aria-label={t('health.services')} className="grid gap-2 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-5">
      {data.services.map((service) => {
        const { icon: Shape, word, colour, frame } = looks[service.state]
        const isLoud = service.state === 'attention' || service.state === 'away'
        return (
          <li
            key={service.name}
            className={classNames(
              'grid grid-cols-[18px_minmax(0,1fr)] content-start gap-x-2 rounded-panel border px-3 py-[9px] text-13 leading-[18px]',
              frame,
            )}
          >
            <span className={classNames('mt-px', colour)}>
              <Shape size={16} />
            </span>
            <span className="font-semibold">
              {titles[service.name]}
              <span className="sr-only">: {word}</span>
            </span>
            <span className={classNames('col-start-2 text-12 leading-4 tabular-nums', isLoud ? colour : 'text-text-2')}>
              {/* What works has its figure, and what is to be known of it. */}
              {service.state === 'ok' && service.detail !== null && (
                <span className="block">{figureWords(service, data)}</span>
              )}
              {service.detail ?? figureWords(service, data)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function figureWords({ name, state, at }: Service, { figures, connections, disk }: HealthDashboard): string {
  if (state === 'unknown') return t('health.notKnown')
  const waiting = (count: number | null) => (count === null ? t('health.notKnown') : t('health.waiting', { count }))
  const day = (time: string) => dateFormat('date').format(Date.parse(time))
  const {
    requestP95Seconds,
    recordsPerSecond,
    queueRecords,
    databaseConnections,
    pdfP95Seconds,
    pdfWaiting,
    mailsWaiting,
  } = figures
  const words: Record<HealthServiceName, () => string> = {
    web: () =>
      requestP95Seconds.now === null
        ? t('health.noRequests')
        : t('health.p95', { value: inWords(showSeconds(requestP95Seconds.now)) }),
    ingest: () => inWords(showRate(recordsPerSecond.now)),
    queue: () => waiting(queueRecords.now),
    database: () => t('health.ofConnections', { used: databaseConnections.now ?? 0, most: connections }),
    disk: () =>
      disk === null
        ? t('health.notKnown')
        : t('health.full', { value: inWords(showPercent(disk.usedBytes / disk.totalBytes)) }),
    jobs: () => waiting(figures.jobsWaiting.now),
    pdf: () =>
      pdfP95Seconds.now === null
        ? waiting(pdfWaiting.now)
        : t('health.p95', { value: inWords(showSeconds(pdfP95Seconds.now)) }),
    mail: () => waiting(mailsWaiting.now),
    backup: () => (at === null ? t('health.never') : t('health.lastOn', { date: day(at) })),
    certificates: () => (at === null ? '' : t('health.firstEndsOn', { date: day(at) })),
  }
  return words[name]()
}
