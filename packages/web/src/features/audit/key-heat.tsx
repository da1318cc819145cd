import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { HourHeatMap } from '../../ui/hour-heat-map.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCallsByKey } from './audit-queries.ts'

/** When each key called in the last 24 hours, and people below them. */
export function KeyHeat() {
  const { data } = useCallsByKey('hour')
  if (data === undefined) return <Skeleton className="mx-4 mb-3 h-28" />
  const time = dateFormat('time')
  const rows = [
    ...data.keys.map(({ name, calls }) => ({ name: name ?? t('audit.removedKey'), hours: calls })),
    { name: t('audit.allPeople'), hours: data.people.calls },
    { name: t('audit.notSignedIn'), hours: data.strangers.calls },
  ]
  const hours = data.starts.map((start) => ({
    short: time.format(Date.parse(start)),
    full: dateFormat('dateTime').format(Date.parse(start)),
  }))
  return (
    <HourHeatMap
      caption={t('audit.callsByKey')}
      rowHead={t('audit.key')}
      rows={rows}
      hours={hours}
      words={(calls) => t('audit.callsCount', { count: calls ?? 0 })}
    />
  )
}
