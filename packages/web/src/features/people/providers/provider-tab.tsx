import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConnectionSwitch } from '../../../entities/connection/connection-switch.tsx'
import { ConnectionTest } from '../../../entities/connection/connection-test.tsx'
import { callApi } from '../../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { SecretForm } from '../../../resource/secret-form.tsx'
import { ProviderAddresses } from './provider-addresses.tsx'

/** Connects an identity provider: what is entered there, its secret, whether it works, and whether the login offers it. */
export function ProviderTab({ row }: { row: ResourceRow }) {
  const isOidc = row.kind === 'oidc'
  const params = { id: row.id }
  return (
    <div className="grid gap-6">
      <ProviderAddresses isOidc={isOidc} />
      {isOidc && (
        <SecretForm
          row={row}
          resource={declared('identityProvider')}
          label={t('people.clientSecret')}
          call={api.setProviderSecret}
          save={(secret) => callApi(api.setProviderSecret, { params, body: { secret } })}
        />
      )}
      <ConnectionTest
        call={api.testProvider}
        run={() => callApi(api.testProvider, { params })}
        stepsOf={(checks) => checks}
        act={t('people.test')}
      />
      <ProviderSwitch row={row} />
    </div>
  )
}

function ProviderSwitch({ row }: { row: ResourceRow }) {
  const queries = useQueryClient()
  const isOn = row.enabled === true
  const change = useMutation({
    mutationFn: () => callApi(api.switchProvider, { params: { id: row.id }, body: { enabled: !isOn } }),
    onSuccess: () => renew(queries, declared('identityProvider')),
  })
  return (
    <ConnectionSwitch
      call={api.switchProvider}
      isOn={isOn}
      on={t('people.theLoginOffersIt')}
      off={t('people.theLoginDoesNotOfferIt')}
      busy={change.isPending}
      refusal={change.error?.message}
      onChange={() => change.mutate()}
    />
  )
}
