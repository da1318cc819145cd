import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SessionRow } from '../../entities/session/session-row.tsx'
import { callApi } from '../../lib/api-client.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { relatedKey } from '../../resource/resource-queries.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Where a user is signed in. Whoever may end sessions ends one of them, or all. */
export function SessionsTab({ user }: { user: ResourceRow }) {
  const resource = declared('user')
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const mayRead = usePermission(api.userSessions)
  const { allowed: mayEnd } = usePermission(api.endUserSession)
  const queryKey = relatedKey(resource, 'sessions', user.id)
  const { data, error, isError, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(api.userSessions, { params: { id: user.id } }, { signal }),
    enabled: mayRead.allowed,
  })
  const renewSessions = () => queries.invalidateQueries({ queryKey })
  const onError = (fault: Error) => {
    showToast({ message: errorMessage(resource, fault), tone: 'failed' })
    return renewSessions()
  }
  const end = useMutation({
    onError,
    onSuccess: renewSessions,
    mutationFn: (sessionId: string) => callApi(api.endUserSession, { params: { id: user.id, sessionId } }),
  })
  const endAll = useMutation({
    onError,
    mutationFn: () => callApi(api.endUserSessions, { params: { id: user.id } }),
    onSuccess: async ({ ended }) => {
      await renewSessions()
      showToast({ message: t('people.sessionsWereEnded', { ended }) })
    },
  })
  if (!mayRead.allowed) return <p className="text-13 text-text-2">{missingWords(mayRead)}</p>
  if (isPending) return <Skeleton className="h-24" />
  if (isError) return <FailedState what={t('people.sessionsWord')} error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState title={t('people.notSignedInAnywhere')} />
  const others = data.filter(({ current }) => !current)
  return (
    <div className="grid justify-items-start gap-3 text-13">
      <ul className="grid w-full divide-y divide-line">
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending}
            onEnd={mayEnd ? () => end.mutate(session.id) : undefined}
          />
        ))}
      </ul>
      {mayEnd && others.length > 0 && (
        <Button variant="danger" busy={endAll.isPending} onClick={() => setAsked(true)}>
          {t('people.signOutEverywhere')}
        </Button>
      )}
      <ConfirmDialog
        open={asked}
        title={t('people.signOutEverywhereTitle', { name: String(user.name) })}
        confirm={t('people.signOutEverywhere')}
        onConfirm={() => {
          setAsked(false)
          endAll.mutate()
        }}
        onCancel={() => setAsked(false)}
      >
        {t('people.signOutEverywhereText', { own: String(others.length < data.length) })}
      </ConfirmDialog>
    </div>
  )
}
