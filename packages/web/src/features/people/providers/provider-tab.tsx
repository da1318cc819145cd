import { api } from '@packhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProviderAddresses } from './provider-addresses.tsx'
import { ProviderSecret } from './provider-secret.tsx'
import { ProviderTest } from './provider-test.tsx'

/** Connects an identity provider: what is entered there, its secret, whether it works, and whether the login offers it. */
export function ProviderTab({ row }: { row: ResourceRow }) {
  const isOidc = row.kind === 'oidc'
  return (
    <div className="grid gap-6">
      <ProviderAddresses isOidc={isOidc} />
      {isOidc && <ProviderSecret row={row} />}
      <ProviderTest id={row.id} />
      <ProviderSwitch row={row} />
    </div>
  )
}

function ProviderSwitch({ row }: { row: ResourceRow }) {
  const queries = useQueryClient()
  const access = usePermission(api.switchProvider)
  const isOn = row.enabled === true
  const change = useMutation({
    mutationFn: () => callApi(api.switchProvider, { params: { id: row.id }, body: { enabled: !isOn } }),
    onSuccess: () => renew(queries, declared('identityProvider')),
  })
  return (
    <section aria-labelledby="provider-switch" className="grid justify-items-start gap-2">
      <h3 id="provider-switch" className="text-13 font-semibold">
        {isOn ? 'Switched on' : 'Switched off'}
      </h3>
      <p className="text-13 text-text-2">
        {isOn ? 'The login offers it.' : 'The login does not offer it. Test it first, then switch it on.'}
      </p>
      {change.error && <Alert tone="bad">{change.error.message}</Alert>}
      <Button
        busy={change.isPending}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => change.mutate()}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
    </section>
  )
}
