import { api, type Identity } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { startSignOn } from '../../lib/single-sign-on.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsSection } from './settings-section.tsx'

const identitiesQuery = queryOptions({
  queryKey: ['my-identities'],
  queryFn: ({ signal }) => callApi(api.myIdentities, {}, { signal }),
})

/** Leaves for the provider with a ticket, and comes back here. */
async function link({ id }: Identity): Promise<void> {
  const { ticket, option } = await callApi(api.startLinking, { params: { id } })
  location.assign(await startSignOn(option, '/settings', ticket))
}

/** The identity providers that sign the user in. Without any there is nothing to say. */
export function IdentitiesSection() {
  const queries = useQueryClient()
  const { data: identities, isError } = useQuery(identitiesQuery)
  const linking = useMutation({ mutationFn: link })
  const unlinking = useMutation({
    mutationFn: ({ id }: Identity) => callApi(api.unlinkIdentity, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  })
  if (!isError && (identities === undefined || identities.length === 0)) return null
  const failure = isError ? new Error('away') : (linking.error ?? unlinking.error)
  return (
    <SettingsSection title={t('settings.singleSignOn')} text={t('settings.linkAnAccountOfYourCompany')}>
      {failure && <Alert tone="bad">{explain(failure)}</Alert>}
      <ul className="grid divide-y divide-line">
        {identities?.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            busy={linking.isPending || unlinking.isPending}
            onLink={() => linking.mutate(identity)}
            onUnlink={() => unlinking.mutate(identity)}
          />
        ))}
      </ul>
    </SettingsSection>
  )
}

interface IdentityRowProps {
  identity: Identity
  busy: boolean
  onLink: () => void
  onUnlink: () => void
}

function IdentityRow({ identity, busy, onLink, onUnlink }: IdentityRowProps) {
  const { name, linked, available, account, lastUsedAt } = identity
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-[550]">
          <span className="truncate">{name}</span>
          <Badge tone={linked ? 'ok' : 'unk'}>{linked ? t('settings.linked') : t('settings.notLinked')}</Badge>
        </p>
        {linked && (
          <p className="text-13 wrap-anywhere text-text-2">
            {account ?? t('settings.accountWithoutAName')} ·{' '}
            {rich('settings.lastUsed', { time: <DateLabel value={lastUsedAt} /> })}
          </p>
        )}
      </div>
      {linked ? (
        <Button size="dense" busy={busy} aria-label={t('settings.unlinkName', { name })} onClick={onUnlink}>
          {t('settings.unlink')}
        </Button>
      ) : (
        available && (
          <Button size="dense" busy={busy} aria-label={t('settings.linkName', { name })} onClick={onLink}>
            {t('settings.link')}
          </Button>
        )
      )}
    </li>
  )
}

function explain(error: unknown): string {
  return error instanceof ApiError && error.status < 500 ? error.message : t('settings.theServerCouldNotBeReached')
}
