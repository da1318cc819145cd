import { api } from '@packhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** The client secret: set, replaced or removed, and never shown. */
export function ProviderSecret({ row }: { row: ResourceRow }) {
  const field = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const access = usePermission(api.setProviderSecret)
  const save = useMutation({
    mutationFn: (secret: string | null) => callApi(api.setProviderSecret, { params: { id: row.id }, body: { secret } }),
    onSuccess: async () => {
      if (field.current) field.current.value = ''
      await renew(queries, declared('identityProvider'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(field.current?.value ?? '')
  }
  const title = access.allowed ? undefined : missingWords(access)
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      <TextField
        ref={field}
        label="Client secret"
        type="password"
        autoComplete="off"
        help={row.hasSecret === true ? 'One is stored. A new one replaces it.' : 'None is stored.'}
      />
      {save.error && <Alert tone="bad">{save.error.message}</Alert>}
      {save.isSuccess && <Alert tone="ok">{save.variables === null ? 'It is removed.' : 'It is stored.'}</Alert>}
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending} disabled={!access.allowed} title={title}>
          Save secret
        </Button>
        {row.hasSecret === true && (
          <Button variant="quiet" disabled={!access.allowed} title={title} onClick={() => save.mutate(null)}>
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}
