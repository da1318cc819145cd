import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { ResourceRow } from './registry.ts'

/** The secret that an answer has once, such as a new key; undefined if it has none. */
export function secretShownOnce({ fields }: Resource, row: ResourceRow): string | undefined {
  const name = Object.keys(fields).find((candidate) => fields[candidate]?.shownOnce && row[candidate] !== null)
  return name && String(row[name])
}

export interface ShowSecretOnceDialogProps {
  /** What it is, such as `API key`. */
  noun: string
  secret: string | undefined
  onDone: () => void
}

/** Shows a secret that is never shown again. Only the button closes it: Escape would lose the secret by one key. */
export function ShowSecretOnceDialog({ noun, secret, onDone }: ShowSecretOnceDialogProps) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () =>
    navigator.clipboard.writeText(secret ?? '').then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const done = () => {
    setCopied(undefined)
    onDone()
  }
  return (
    <ConfirmDialog
      open={secret !== undefined}
      title={t('resource.yourNew', { noun })}
      confirm={t('resource.iHaveKeptIt')}
      tone="primary"
      cancel={null}
      onConfirm={done}
      onCancel={() => undefined}
    >
      <div className="grid gap-3">
        <p>{t('resource.copyItNowAndKeepIt')}</p>
        <p className="rounded-control border border-line-2 bg-surface-2 p-3 font-mono text-14 break-all text-text select-all">
          {secret}
        </p>
        <div>
          <Button onClick={() => void copy()}>{t('general.copy')}</Button>
        </div>
        {copied === true && <Alert tone="ok">{t('resource.itIsCopied')}</Alert>}
        {copied === false && <Alert tone="bad">{t('general.copyingBlocked', { what: 'text' })}</Alert>}
      </div>
    </ConfirmDialog>
  )
}
