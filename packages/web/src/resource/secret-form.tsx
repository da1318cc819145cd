import type { Call, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { ResourceRow } from './registry.ts'
import { renew } from './resource-queries.ts'
import { missingWords, usePermission } from './use-permission.ts'
import { faultSentence } from './words.ts'

export interface SecretFormProps {
  row: ResourceRow
  resource: Resource
  label: string
  /** What a secret has to be, before whether one is stored. */
  rule?: string
  /** The call that stores it. */
  call: Pick<Call, 'access'>
  /** @param secret null removes it */
  save: (secret: string | null) => Promise<unknown>
  /** Stands above the field. */
  children?: ReactNode
}

/** The secret of a row: set, replaced or removed, and never shown. */
export function SecretForm({ row, resource, label, rule = '', call, save: store, children }: SecretFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const access = usePermission(call)
  const save = useMutation({
    mutationFn: store,
    onSuccess: async () => {
      if (field.current) field.current.value = ''
      await renew(queries, resource)
    },
  })
  const fault = faultOf(save.error, label)
  const isStored = row.hasSecret === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(field.current?.value ?? '')
  }
  const title = access.allowed ? undefined : missingWords(access)
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 text-13">
      {children}
      <TextField
        ref={field}
        label={label}
        type="password"
        {...(fault === undefined ? {} : { error: fault })}
        autoComplete="off"
        help={`${rule} ${isStored ? t('resource.oneIsStoredANewOne') : t('resource.noneIsStored')}`.trim()}
      />
      {save.error && fault === undefined && <Alert tone="bad">{save.error.message}</Alert>}
      {save.isSuccess && (
        <Alert tone="ok">{save.variables === null ? t('resource.itIsRemoved') : t('resource.itIsStored')}</Alert>
      )}
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending} disabled={!access.allowed} title={title}>
          {t('resource.saveSecret')}
        </Button>
        {isStored && (
          <Button variant="quiet" disabled={!access.allowed} title={title} onClick={() => save.mutate(null)}>
            {t('resource.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is wrong with the secret itself, rather than with the way there. */
function faultOf(error: Error | null, label: string): string | undefined {
  const errors = error instanceof ApiError ? error.errors : []
  const message = errors.find(({ path }) => path === 'body.secret')?.message
  return message === undefined ? undefined : faultSentence(label, message)
}
