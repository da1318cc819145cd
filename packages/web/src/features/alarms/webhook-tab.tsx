import { api } from '@packhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { faultSentence } from '../../resource/words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The secret that signs the webhook of a rule: set, replaced or removed, and never shown. */
export function WebhookTab({ row }: { row: ResourceRow }) {
  const field = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const access = usePermission(api.setAlarmRuleSecret)
  const save = useMutation({
    mutationFn: (secret: string | null) =>
      callApi(api.setAlarmRuleSecret, { params: { id: row.id }, body: { secret } }),
    onSuccess: async () => {
      if (field.current) field.current.value = ''
      await renew(queries, declared('alarmRule'))
    },
  })
  const fault = faultOf(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(field.current?.value ?? '')
  }
  const title = access.allowed ? undefined : missingWords(access)
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 text-13">
      <p className="text-text-2">
        With a secret each POST carries <code>X-Packhouse-Signature: t=…,v1=…</code>, the HMAC-SHA256 of time and body,
        so that the receiver knows that it is from here.
      </p>
      <TextField
        ref={field}
        label="Secret"
        type="password"
        {...(fault === undefined ? {} : { error: fault })}
        autoComplete="off"
        help={`At least 16 characters. ${row.hasSecret === true ? 'One is stored; a new one replaces it.' : 'None is stored.'}`}
      />
      {save.error && fault === undefined && <Alert tone="bad">{save.error.message}</Alert>}
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

/** What is wrong with the secret itself, rather than with the way there. */
function faultOf(error: Error | null): string | undefined {
  const errors = error instanceof ApiError ? error.errors : []
  const message = errors.find(({ path }) => path === 'body.secret')?.message
  return message === undefined ? undefined : faultSentence('Secret', message)
}
