import { serviceVisits } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { dateAfter, siteClock } from '../../../lib/format/site-clock.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { CalendarVisit } from './calendar-week.ts'
import { calendarKey } from './use-calendar.ts'

const DAY_MS = 86_400_000

/** Moves a visit to a day, at the same time of day, and to an engineer. */
export function useMoveVisit() {
  const client = useQueryClient()
  const renewVisits = async () => {
    await client.invalidateQueries({ queryKey: calendarKey })
    await renew(client, declared('serviceVisit'), undefined)
  }
  return async (visit: CalendarVisit, engineerId: string | null, day: string) => {
    const clock = siteClock(undefined)
    const [from, to] = [Date.parse(visit.startsAt), Date.parse(visit.endsAt)]
    const days = Math.round((Date.parse(day) - Date.parse(clock.dateOf(from))) / DAY_MS)
    // A clock that jumps over the time keeps the length of the visit.
    const start = onDay(from, days) ?? from + days * DAY_MS
    const end = onDay(to, days) ?? start + (to - from)
    if (days === 0 && engineerId === visit.engineerId) return
    try {
      await callApi(serviceVisits.calls.update, {
        params: { id: visit.id },
        body: {
          rowVersion: visit.rowVersion,
          engineerId,
          startsAt: new Date(start).toISOString(),
          endsAt: new Date(Math.max(start, end)).toISOString(),
        },
      })
      await renewVisits()
      showToast({ message: t('service.visitMoved') })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
      await renewVisits()
    }
    function onDay(at: number, later: number): number | undefined {
      const [hours = 0, minutes = 0] = clock.timeOfDay(at).split(':').map(Number)
      return clock.atWall(dateAfter(clock.dateOf(at), later), hours * 60 + minutes)
    }
  }
}
