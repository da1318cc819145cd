import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { confirmWithPasskey, explainPasskeyFailure } from '../../lib/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { KeyIcon } from '../../ui/icons.tsx'

export interface ConfirmationPasskeyProps {
  /** Whether there is no other way. */
  isOnly: boolean
  onConfirmed: () => void
}

/** Confirms with a passkey. */
export function ConfirmationPasskey({ isOnly, onConfirmed }: ConfirmationPasskeyProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (isOnly) button.current?.focus()
  }, [isOnly])
  const use = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await confirmWithPasskey()
      onConfirmed()
    } catch (error) {
      setFailure(explainPasskeyFailure(error))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3">
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <Button ref={button} variant={isOnly ? 'primary' : 'standard'} busy={busy} onClick={() => void use()}>
        {!busy && <KeyIcon size={16} />}
        {t('access.useAPasskey')}
      </Button>
    </div>
  )
}
