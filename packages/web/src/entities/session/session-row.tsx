import type { MySession } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

interface SessionRowProps {
  session: MySession
  busy: boolean
  /** Absent where the reader may not end it. */
  onEnd?: (() => void) | undefined
}

/** One session: with what and from where, when it was used last, and the way out. */
export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { program, address, current, createdAt, lastUsedAt } = session
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-[550]">
          <bdi className="truncate">{program}</bdi>
          {current && <Badge tone="ok">{t('settings.thisSession')}</Badge>}
        </p>
        <p className="text-13 text-text-2">
          {address ?? t('settings.unknownAddress')} ·{' '}
          {rich('settings.lastUsed', { time: <DateLabel value={lastUsedAt} /> })} ·{' '}
          {rich('settings.signedInSince', { time: <DateLabel value={createdAt} mode="absolute" /> })}
        </p>
      </div>
      {!current && onEnd && (
        <Button
          size="dense"
          busy={busy}
          aria-label={t('settings.signOutSession', {
            program,
            address: address ?? t('settings.unknownAddressWord'),
          })}
          onClick={onEnd}
        >
          {t('settings.signOut')}
        </Button>
      )}
    </li>
  )
}
