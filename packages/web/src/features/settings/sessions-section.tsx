import { api, type MySession } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sessionsKey, sessionsQuery } from './sessions-query.ts'
import { SettingsSection } from './settings-section.tsx'

/** Where the user is signed in, and the way out of there. */
export function SessionsSection() {
  const queries = useQueryClient()
  const { data: sessions, isError } = useQuery(sessionsQuery)
  const refresh = () => queries.invalidateQueries({ queryKey: sessionsKey })
  const end = useMutation({
    mutationFn: (id: string) => callApi(api.endMySession, { params: { id } }),
    onSettled: refresh,
  })
  const endOthers = useMutation({ mutationFn: () => callApi(api.endMyOtherSessions), onSettled: refresh })
  const others = sessions?.filter(({ current }) => !current) ?? []
  const failed = isError || end.isError || endOthers.isError
  return (
    <SettingsSection
      title={t('settings.sessions')}
      text={t('settings.whereYouAreSignedInEnd')}
      actions={
        others.length > 0 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('settings.signOutEverywhereElse')}
          </Button>
        )
      }
    >
      {failed && <Alert tone="bad">{t('settings.thisDidNotWorkLookAgain')}</Alert>}
      {sessions === undefined && !isError && <Skeleton className="h-16" />}
      <ul className="grid divide-y divide-line">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} busy={end.isPending} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
    </SettingsSection>
  )
}

function SessionRow({ session, busy, onEnd }: { session: MySession; busy: boolean; onEnd: () => void }) {
  const { program, address, current, createdAt, lastUsedAt } = session
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-[550]">
          <span className="truncate">{program}</span>
          {current && <Badge tone="ok">{t('settings.thisSession')}</Badge>}
        </p>
        <p className="text-13 text-text-2">
          {address ?? t('settings.unknownAddress')} ·{' '}
          {rich('settings.lastUsed', { time: <DateLabel value={lastUsedAt} /> })} ·{' '}
          {rich('settings.signedInSince', { time: <DateLabel value={createdAt} mode="absolute" /> })}
        </p>
      </div>
      {!current && (
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
