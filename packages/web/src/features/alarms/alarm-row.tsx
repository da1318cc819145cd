import type { Alarm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { columnClasses } from './alarm-columns.tsx'
import { beginningValue, clearReasonWords, endedWords, personName } from './alarm-words.ts'
import { SeverityBadge } from './severity-badge.tsx'

export interface AlarmRowProps {
  alarm: Alarm
  isOpen: boolean
  onOpen: () => void
  /** Where the alarm is open. */
  href: string
  /** Absent where rows cannot be chosen; null where only this one cannot. */
  selection?: { isChosen: boolean; onToggle: () => void } | null
  /** Absent where the reader may not, or where there is nothing to acknowledge. */
  onAcknowledge?: (() => void) | undefined
  isBusy?: boolean
}

/** An alarm in a line; the whole line but its buttons opens it. */
export function AlarmRow({ alarm, isOpen, onOpen, href, selection, onAcknowledge, isBusy = false }: AlarmRowProps) {
  return (
    <li
      className={classNames(
        'relative flex items-center gap-3 border-b border-s-[3px] border-b-line px-3 text-13 last:border-b-0 hover:bg-surface-2 max-md:items-start max-md:py-2',
        isOpen
          ? 'border-s-kraft bg-surface-3'
          : selection?.isChosen
            ? 'border-s-kraft bg-kraft-soft'
            : 'border-s-transparent',
      )}
    >
      {selection === null && <span className="w-4 shrink-0" />}
      {selection && (
        <Checkbox
          label={t('alarms.chooseOn', { code: alarm.code, machineID: alarm.machineID })}
          checked={selection.isChosen}
          onToggle={selection.onToggle}
        />
      )}
      <RowLink
        href={href}
        aria-expanded={isOpen}
        onOpen={onOpen}
        className={classNames(
          columnClasses,
          'min-h-[52px] min-w-0 flex-1 items-center gap-y-1 py-1.5 text-start focus-visible:-outline-offset-2 max-md:min-h-11 max-md:grid-cols-[auto_1fr]',
        )}
      >
        <span className="max-md:col-start-1 max-md:row-start-1">
          <SeverityBadge severity={alarm.severity} />
        </span>
        <span className="min-w-0 max-md:col-span-2 max-md:row-start-2">
          <bdi className="block font-[550] wrap-anywhere">{alarm.code}</bdi>
          <bdi className="line-clamp-2 text-12 text-text-2 wrap-anywhere">
            {alarm.message}
            {alarm.value !== null &&
              !alarm.message.includes(alarm.value) &&
              ` ${t('alarms.itBeganWith', { value: beginningValue(alarm.value, alarm.decimals) })}`}
          </bdi>
        </span>
        <span className="min-w-0 max-md:col-start-2 max-md:row-start-1">
          <span className="code wrap-anywhere">{alarm.machineID}</span>
          {alarm.machine !== null && (
            <bdi className="block truncate text-12 text-text-2 max-md:hidden">{alarm.machine}</bdi>
          )}
          {alarm.customer !== null && (
            <bdi className="block truncate text-12 text-text-2 @3xl:hidden">{alarm.customer.name}</bdi>
          )}
        </span>
        <bdi className="hidden min-w-0 truncate @3xl:block">{alarm.customer?.name ?? '–'}</bdi>
        <span className="text-12 text-text-2 max-md:col-span-2">
          <DateLabel value={alarm.startedAt} refreshMs={10_000} />
          {alarm.clearedAt !== null && alarm.acknowledgedAt === null && (
            <Badge tone="plain" className="mt-0.5 max-md:ms-2">
              {endedWords(alarm)}
            </Badge>
          )}
          <Standing alarm={alarm} />
        </span>
      </RowLink>
      <span className="flex w-32 shrink-0 justify-end max-md:w-auto max-md:pt-1">
        {onAcknowledge ? (
          <Button
            size="dense"
            busy={isBusy}
            className="max-md:min-w-11"
            aria-label={t('alarms.acknowledgeOn', { code: alarm.code, machineID: alarm.machineID })}
            onClick={onAcknowledge}
          >
            <CheckIcon size={14} />
            <span className="max-md:sr-only">{t('alarms.acknowledge')}</span>
          </Button>
        ) : (
          <Acknowledged alarm={alarm} />
        )}
      </span>
    </li>
  )
}

/** What else is to be known at a glance: who has it, that it is shelved, why it ended. */
function Standing({ alarm }: { alarm: Alarm }) {
  const words = [
    alarm.shelvedUntil !== null && t('alarms.shelved'),
    alarm.assignee !== null && personName(alarm.assignee),
    // Before it is acknowledged the badge says that it ended.
    alarm.clearedAt !== null && alarm.acknowledgedAt !== null && clearReasonWords(alarm.clearReason),
  ].filter((word) => word !== false)
  return words.length === 0 ? null : (
    <bdi className="block wrap-anywhere max-md:inline max-md:before:content-['_·_']">{words.join(' · ')}</bdi>
  )
}

function Acknowledged({ alarm }: { alarm: Alarm }) {
  if (alarm.acknowledgedAt === null)
    return <span className="text-12 text-text-2">{t('alarms.notAcknowledgedLabel')}</span>
  return (
    <Badge tone="ok" icon={CheckIcon}>
      {t('alarms.acknowledged')}
    </Badge>
  )
}
