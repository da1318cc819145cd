import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SessionRow } from '../../entities/session/session-row.tsx'
import { callApi } from '../../lib/api-client.ts'
import { Alert } from '../../ui/alert.tsx'
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
