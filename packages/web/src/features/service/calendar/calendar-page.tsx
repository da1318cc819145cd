import { serviceVisits } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSearchChange } from '../../../lib/address-search.ts'
import { dateFormat } from '../../../lib/format/date-formats.ts'
import { useNow } from '../../../lib/format/shared-clock.ts'
import { dateAfter, siteClock } from '../../../lib/format/site-clock.ts'
import { useFormsAhead } from '../../../lib/offline/use-forms-ahead.ts'
import { useSession } from '../../../lib/session.ts'
import { useIsPhone } from '../../../resource/frame.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChevronRightIcon } from '../../../ui/icons.tsx'
import { PanelFailure } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChevronLeftIcon } from '../../../ui/tool-icons.tsx'
import { DAYS, daysOf, mondayOf } from './calendar-week.ts'
import { DayList } from './day-list.tsx'
import { OpenRequests } from './open-requests.tsx'
import { OverdueVisits } from './overdue-visits.tsx'
import { ownForms } from './own-forms.ts'
import { PlannedTests } from './planned-tests.tsx'
import { calendarName, useCalendar } from './use-calendar.ts'
import { VisitForm, type VisitStart } from './visit-form.tsx'
import { WeekGrid } from './week-grid.tsx'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Which engineer is where in a week, what falls due in it and is not planned, and the form to plan it. */
export function CalendarPage() {
  const { week, machine }: { week?: unknown; machine?: unknown } = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const isPhone = useIsPhone()
  const today = siteClock(undefined).dateOf(useNow())
  const monday = mondayOf(typeof week === 'string' && DATE.test(week) ? week : today)
  const { data, isLoadingError, isPlaceholderData, refetch } = useCalendar(monday)
  const isNow = daysOf(monday).some((day) => day === today || day === dateAfter(today, 1))
  const userId = useSession()?.user.id
  const own = data !== undefined && isNow && !isPlaceholderData ? ownForms(data, userId, Date.now()) : []
  const opensOffline = useFormsAhead({ [calendarName(monday)]: data }, own)
  const mayCreate = usePermission(serviceVisits.calls.create).allowed
  const mayPlan = usePermission(serviceVisits.calls.update).allowed && mayCreate
  const [start, setStart] = useState<VisitStart | undefined>(() =>
    typeof machine === 'string' ? { day: today, machineId: machine } : undefined,
  )
  const opener = useRef<HTMLElement>(null)
  const open = (next: VisitStart) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setStart(next)
  }
  const close = () => {
    setStart(undefined)
    changeSearch((before) => ({ ...before, machine: undefined }), { replace: true, resetScroll: false })
    opener.current?.focus()
  }
  const show = (date: string | undefined) =>
    changeSearch((before) => ({ ...before, week: date }), { replace: true, resetScroll: false })
  const days = daysOf(monday)
  const dayWords = (date: string) => dateFormat('dayOfYear', 'UTC').format(Date.parse(`${date}T00:00:00Z`))
  const parts = { days, today, mayPlan, onOpen: open }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto pb-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="me-auto max-md:w-full">{t('service.calendar')}</h1>
        <Button aria-label={t('service.weekBefore')} onClick={() => show(dateAfter(monday, -DAYS))}>
          <ChevronLeftIcon size={16} />
        </Button>
        <Button onClick={() => show(undefined)}>{t('service.thisWeek')}</Button>
        <Button aria-label={t('service.weekAfter')} onClick={() => show(dateAfter(monday, DAYS))}>
          <ChevronRightIcon size={16} />
        </Button>
        {mayPlan && (
          <Button variant="primary" onClick={() => open({ day: days.includes(today) ? today : monday })}>
            {t('service.planVisit')}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-text-2 tabular-nums">
        {dayWords(monday)} – {dayWords(dateAfter(monday, DAYS - 1))}
      </p>
      {start && (
        <VisitForm
          key={start.visit?.id ?? start.planId ?? start.requestId ?? 'new'}
          start={start}
          engineers={data?.engineers ?? []}
          onDone={close}
        />
      )}
      {data === undefined && isLoadingError && (
        <PanelFailure what={t('service.calendar')} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isLoadingError && <Skeleton className="h-96" />}
      {opensOffline && (
        <p role="status" className="text-12 text-text-2">
          {t('service.ownFormsOpenOffline')}
        </p>
      )}
      {data?.isCut && <Alert tone="info">{t('service.calendarIsCut')}</Alert>}
      {data && <PlannedTests tests={data.tests} engineers={data.engineers} />}
      {data && <OverdueVisits visits={data.overdueVisits} mayPlan={mayPlan} onOpen={open} />}
      {data && <OpenRequests requests={data.openRequests} mayPlan={mayPlan} day={today} onOpen={open} />}
      {data && (isPhone ? <DayList calendar={data} {...parts} /> : <WeekGrid calendar={data} {...parts} />)}
    </div>
  )
}
