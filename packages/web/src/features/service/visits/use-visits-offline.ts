import { api, type ServiceCalendar } from '@packhouse/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { dateAfter, siteClock } from '../../../lib/format/site-clock.ts'
import { type Answers, storeForOffline } from '../../../lib/offline/use-opens-offline.ts'
import { type Session, useSession } from '../../../lib/session.ts'
import { visitFormName } from './use-visits.ts'
import { VISIT_ENTRY } from './visit-draft.ts'

/** Forms that are stored ahead. A device stores 20 answers for an account, each of a bounded length. */
const MOST_VISITS = 8

/**
 * Stores the forms of the reader's own visits of today and tomorrow on this device, with the calendar that leads to them: they open without a connection then.
 * @param name of the calendar on the device. @param calendar undefined where it is not one of today or tomorrow, or not there yet
 * @returns whether they do; false without such visits
 */
export function useVisitsOffline(name: string, calendar: ServiceCalendar | undefined): boolean {
  const session = useSession()
  const [stored, setStored] = useState('')
  const own = calendar === undefined ? [] : ownVisits(calendar, session?.user.id).slice(0, MOST_VISITS)
  // A visit that has changed is read again.
  const versions = own.map(({ id, rowVersion }) => `${id}/${rowVersion}`).join()
  const store = useEffectEvent(async (isWanted: () => boolean) => {
    if (session !== undefined && (await storeVisits(session, { [name]: calendar }, own, isWanted))) setStored(versions)
  })
  useEffect(() => {
    if (versions === '' || !navigator.onLine) return
    let isWanted = true
    // Without it a form opens offline once it was opened with a connection.
    void store(() => isWanted).catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [versions])
  return versions !== '' && stored === versions
}

type OwnVisit = ServiceCalendar['visits'][number]

/** What the reader has to do today and tomorrow, by the reader's clock. */
function ownVisits({ visits }: ServiceCalendar, userId: string | undefined): OwnVisit[] {
  const clock = siteClock(undefined)
  const today = clock.dateOf(Date.now())
  const until = clock.startOf(dateAfter(today, 2))
  return visits.filter(
    ({ engineerId, status, startsAt, endsAt }) =>
      engineerId === userId &&
      (status === 'planned' || status === 'underWay') &&
      Date.parse(startsAt) < until &&
      Date.parse(endsAt) >= clock.startOf(today),
  )
}

async function storeVisits(
  session: Session,
  calendar: Answers,
  visits: readonly OwnVisit[],
  isWanted: () => boolean,
): Promise<boolean> {
  const answers: Record<string, unknown> = { ...calendar }
  for (const { id } of visits) {
    if (!isWanted()) return false
    answers[visitFormName(id)] = await callApi(api.visitForm, { params: { id } })
  }
  // The page of a visit is loaded with the first one that is opened.
  await import('./visit-page.tsx')
  return isWanted() && (await storeForOffline(session, VISIT_ENTRY, answers))
}
