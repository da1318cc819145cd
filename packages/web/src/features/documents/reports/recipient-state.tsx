import { api, type CallResult, type RecipientState as State } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { declared } from '../../../resource/registry.ts'
import { relatedKey } from '../../../resource/resource-queries.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { Icon } from '../../../ui/icon.tsx'
import { AlertIcon, InfoIcon, RetryIcon, StoppedIcon, WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'

type Entry = CallResult<typeof api.reportRecipients>[number]

const states: Record<State, { label: string; tone: Tone; icon: Icon }> = {
  unsubscribed: { label: t('monthlyReport.unsubscribed'), tone: 'warn', icon: StoppedIcon },
  blocked: { label: t('monthlyReport.blocked'), tone: 'unk', icon: StoppedIcon },
  invited: { label: t('monthlyReport.invited'), tone: 'unk', icon: InfoIcon },
  noAccess: { label: t('monthlyReport.noAccess'), tone: 'warn', icon: WarningIcon },
  new: { label: t('monthlyReport.nothingSent'), tone: 'unk', icon: InfoIcon },
  waiting: { label: t('monthlyReport.waiting'), tone: 'info', icon: RetryIcon },
  sent: { label: t('monthlyReport.mailed'), tone: 'ok', icon: CheckIcon },
  stored: { label: t('monthlyReport.stored'), tone: 'unk', icon: InfoIcon },
  failed: { label: t('monthlyReport.failed'), tone: 'bad', icon: AlertIcon },
}

/** What became of the last report of a recipient, or why there is none. */
export function RecipientState({ scheduleId, userId }: { scheduleId: string; userId: string }) {
  const { data } = useQuery({
    queryKey: relatedKey(declared('reportSchedule'), 'recipient-states', scheduleId),
    queryFn: ({ signal }) => callApi(api.reportRecipients, { params: { id: scheduleId } }, { signal }),
  })
  const entry = data?.find((one) => one.userId === userId)
  return entry === undefined ? null : <Entry entry={entry} />
}

function Entry({ entry: { state, at, reason } }: { entry: Entry }) {
  const { label, tone, icon } = states[state]
  const isOfReport = ['sent', 'failed', 'waiting', 'stored', 'unsubscribed'].includes(state)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-text-2">
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      {isOfReport && at !== null && <DateLabel value={at} />}
      {state === 'failed' && reason !== null && <span className="w-full wrap-anywhere">{reason}</span>}
    </span>
  )
}
