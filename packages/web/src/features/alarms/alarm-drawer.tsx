import { type AlarmDetails, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { useNow } from '../../lib/format/shared-clock.ts'
import { rich } from '../../lib/language/rich.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { SideDrawer, SideDrawerHead } from '../../resource/drawer/side-drawer.tsx'
import { FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Badge } from '../../ui/badge.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlarmActs } from './alarm-acts.tsx'
import { AlarmCourse } from './alarm-course.tsx'
import { useAlarm } from './alarm-queries.ts'
import { AlarmRemedyPanel } from './alarm-remedy.tsx'
import { beginningValue, durationWords, endedWords, personName } from './alarm-words.ts'
import { SeverityBadge } from './severity-badge.tsx'

/** One alarm beside its list: what it is about, what can be done, and its course. Escape closes it. */
export function AlarmDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const returnFocus = useReturnFocus(id)
  const close = () => {
    onClose()
    returnFocus()
  }
  const { data, isError, error, refetch } = useAlarm(id)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) heading.current?.focus()
  }, [isThere])
  // A form that has done its work is gone, and the focus with it: Escape must still close the drawer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown follows from the alarm
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [data])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <SideDrawer label={data?.code ?? t('alarms.alarm')} onKeyDown={onKeyDown}>
      <SideDrawerHead onClose={close}>
        {data && (
          <p className="flex flex-wrap gap-2">
            <SeverityBadge severity={data.severity} />
            <Badge tone={data.clearedAt === null ? 'plain' : 'ok'}>
              {data.clearedAt === null
                ? t('alarms.active')
                : data.acknowledgedAt === null
                  ? endedWords(data)
                  : t('alarms.cleared')}
            </Badge>
          </p>
        )}
        <h2 ref={heading} tabIndex={-1} className="mt-1.5 text-20 break-words outline-none">
          {data?.code ?? ' '}
        </h2>
      </SideDrawerHead>
      {isError && !data && <FailedState what={t('alarms.alarmWord')} error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="m-6 h-64" />}
      {data && <Body key={id} alarm={data} />}
    </SideDrawer>
  )
}

function Body({ alarm }: { alarm: AlarmDetails }) {
  const now = useNow(10_000)
  const [note, setNote] = useState('')
  const mayAcknowledge = usePermission(api.acknowledgeAlarm).allowed
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-auto px-6 py-4 text-13 max-md:px-4">
      <p className="text-14 wrap-anywhere whitespace-pre-line">{alarm.message}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <Fact name={t('alarms.machine')}>
          <Link to="/machines/$id" params={{ id: alarm.machineID }} className="code underline underline-offset-2">
            {alarm.machineID}
          </Link>
          {alarm.machine !== null && <span className="text-text-2"> {alarm.machine}</span>}
        </Fact>
        {alarm.customer !== null && <Fact name={t('alarms.customer')}>{alarm.customer.name}</Fact>}
        {alarm.value !== null && (
          <Fact name={t('alarms.beganWith')}>{beginningValue(alarm.value, alarm.decimals)}</Fact>
        )}
        <Fact name={t('alarms.since')}>
          <DateLabel value={alarm.startedAt} mode="absolute" />
        </Fact>
        <Fact name={alarm.clearedAt === null ? t('alarms.activeFor') : t('alarms.lasted')}>
          {durationWords(alarm, now)}
        </Fact>
        <Fact name={t('alarms.acknowledged')}>
          {alarm.acknowledgedAt === null
            ? t('alarms.notYet')
            : t('alarms.byPersonName', { name: personName(alarm.acknowledgedBy) })}
        </Fact>
        <Fact name={t('alarms.assignedTo')}>
          {alarm.assignee === null ? t('alarms.unassigned') : personName(alarm.assignee)}
        </Fact>
        {alarm.shelvedUntil !== null && (
          <Fact name={t('alarms.shelvedUntil')}>
            {rich('alarms.shelvedUntilBy', {
              time: <DateLabel value={alarm.shelvedUntil} mode="absolute" />,
              name: personName(alarm.shelvedBy),
              reason: alarm.shelveReason ?? '',
            })}
          </Fact>
        )}
      </dl>
      <AlarmRemedyPanel alarm={alarm} onUse={mayAcknowledge && alarm.acknowledgedAt === null ? setNote : undefined} />
      <AlarmActs alarm={alarm} note={note} onNote={setNote} />
      <AlarmCourse alarm={alarm} />
    </div>
  )
}
