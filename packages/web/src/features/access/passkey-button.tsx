import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { explainPasskeyFailure, signInWithPasskey } from '../../lib/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { KeyIcon } from '../../ui/icons.tsx'

export interface PasskeyButtonProps {
  text: string
  variant: ButtonVariant
  /** The sign-in whose second factor it is; without one it takes the place of email and password. */
  pendingToken?: string
  onSignedIn: () => void
  /** The sign-in that awaited it is over. */
  onOver?: () => void
}

/** Signs in with a passkey. */
export function PasskeyButton({ text, variant, pendingToken, onSignedIn, onOver }: PasskeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // Where it is the only way, the screen begins with it.
  useEffect(() => {
    if (variant === 'primary') button.current?.focus()
  }, [variant])
  const use = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await signInWithPasskey(pendingToken)
      // It stays busy: the next screen is on its way.
      onSignedIn()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'pending_token_invalid') return onOver?.()
      setFailure(explainPasskeyFailure(error))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-2.5">
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <Button ref={button} variant={variant} size="large" busy={busy} onClick={() => void use()} className="w-full">
        {!busy && <KeyIcon size={18} />}
        {text}
      </Button>
    </div>
  )
}
