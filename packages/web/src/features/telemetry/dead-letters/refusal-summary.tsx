import { api, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { rich } from '../../../lib/language/rich.ts'
import { Alert } from '../../../ui/alert.tsx'
import { codeWords } from './letter-words.ts'

type Summary = CallResult<typeof api.deadLetterSummary>

const REFRESH_MS = 15_000
/** At most so many senders are listed here; the list of dead letters has the others. */
const SHOWN = 5

/** Machines that are refused in number, and a server clock that is in doubt: above the dead letters. */
export function RefusalSummary() {
  const { data } = useQuery({
    queryKey: ['dead-letters', 'summary'],
    queryFn: ({ signal }) => callApi(api.deadLetterSummary, {}, { signal }),
    refetchInterval: REFRESH_MS,
  })
  if (!data) return null
  return (
    <div className="grid gap-2 empty:hidden [&:not(:empty)]:mb-3">
      {(data.clock !== null || data.held.records > 0) && <ClockNotice {...data} />}
      {data.senders.length > 0 && <SendersNotice {...data} />}
    </div>
  )
}

function ClockNotice({ clock, held }: Summary) {
  return (
    <Alert tone="warn">
      <p>{clock ?? t('telemetry.theServersClockIsRightAgain')}</p>
      {held.records > 0 && <p className="mt-1">{t('telemetry.ofWait', held)}</p>}
    </Alert>
  )
}

function SendersNotice({ minutes, machines, senders, notStored }: Summary) {
  return (
    <Alert tone="warn">
      <p>{t('telemetry.messagesOfWereRefusedInThe', { machines, minutes })}</p>
      <ul aria-label={t('telemetry.refusedInTheLastMinutes')} className="mt-1 grid gap-0.5 tabular-nums">
        {senders.slice(0, SHOWN).map(({ device, machineID, code, count, notStored: beyond }) => (
          <li key={`${device} ${machineID} ${code}`}>
            <SenderLine sender={machineID ?? device} reason={codeWords(code)} count={count} beyond={beyond} />
          </li>
        ))}
      </ul>
      {senders.length > SHOWN && <p className="mt-1">{t('telemetry.and', { count: senders.length - SHOWN })}</p>}
      {notStored > 0 && <p className="mt-1">{t('telemetry.ofTheLast24HoursFound', { count: notStored })}</p>}
    </Alert>
  )
}

interface SenderLineProps {
  sender: string
  reason: string
  count: number
  /** Messages that storage had no room for. */
  beyond: number
}

function SenderLine({ sender, beyond, ...refused }: SenderLineProps) {
  const words = { ...refused, sender: <bdi className="code font-[550]">{sender}</bdi> }
  return beyond > 0
    ? rich('telemetry.refusedMessagesNotStored', { ...words, beyond })
    : rich('telemetry.refusedMessages', words)
}
