import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { explainFailure } from './explain-failure.ts'

const fields = {
  password: { label: t('general.password'), type: 'password', autoComplete: 'current-password' },
  code: {
    label: t('access.code'),
    help: t('access.sixDigitsFromYourAppOr'),
    autoComplete: 'one-time-code',
    autoCapitalize: 'none',
  },
} as const

export interface ConfirmationFormProps {
  way: keyof typeof fields
  onConfirmed: () => void
  onCancel: () => void
}

/** Confirms with what is typed. */
export function ConfirmationForm({ way, onConfirmed, onCancel }: ConfirmationFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (fault !== undefined) input.current?.select()
  }, [fault])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(undefined)
    const typed = input.current?.value ?? ''
    try {
      await callApi(api.confirmIdentity, { body: way === 'password' ? { password: typed } : { code: typed } })
      onConfirmed()
    } catch (error) {
      setFault(faultOf(way, error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextField ref={input} name={way} {...fields[way]} {...(fault !== undefined && { error: fault })} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('general.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('access.confirm')}
        </Button>
      </div>
    </form>
  )
}

function faultOf(way: keyof typeof fields, error: unknown): string {
  const [fault] = error instanceof ApiError ? error.errors : []
  return fault === undefined ? explainFailure(error) : `${fields[way].label} ${fault.message}.`
}
