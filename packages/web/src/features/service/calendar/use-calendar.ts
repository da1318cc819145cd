import { api } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { dateAfter, siteClock } from '../../../lib/format/site-clock.ts'
import { askOrKept } from '../../../lib/offline/kept-answers.ts'
import { DAYS } from './calendar-week.ts'

const CALENDAR_REFRESH_MS = 60_000
export const calendarKey = ['service', 'calendar'] as const

/** What the answer is stored under on a device. */
export const calendarName = (monday: string) => `service-calendar/${monday}`

/** A week of all engineers, by the days of the reader. What was shown stays until the next week is there. */
export function useCalendar(monday: string) {
  const clock = siteClock(undefined)
  return useQuery({
    queryKey: [...calendarKey, monday, clock.zone],
    queryFn: ({ signal }) => {
      const query = {
        from: new Date(clock.startOf(monday)).toISOString(),
        to: new Date(clock.startOf(dateAfter(monday, DAYS))).toISOString(),
        firstDay: monday,
        lastDay: dateAfter(monday, DAYS - 1),
      }
      return askOrKept(calendarName(monday), () => callApi(api.serviceCalendar, { query }, { signal }))
    },
    networkMode: 'always',
    refetchInterval: CALENDAR_REFRESH_MS,
    placeholderData: (before) => before,
  })
}
