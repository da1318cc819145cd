import { api, type PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { takesPasskeys } from '../../lib/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { TwoFactorForm } from './two-factor-form.tsx'

export interface TwoFactorWaysProps {
  settings: PublicSettings
  pendingToken: string
  onSignedIn: () => void
  /** The sign-in has ended: it timed out, or there were too many wrong attempts. */
  onOver: () => void
}

/** The ways in which a sign-in can be finished: the code of an app, a passkey, or both to choose from. */
export function TwoFactorWays({ settings, pendingToken, onSignedIn, onOver }: TwoFactorWaysProps) {
  const { data, error, isPending } = useQuery({
    queryKey: ['second-factors', pendingToken],
    queryFn: ({ signal }) => callApi(api.pendingSecondFactors, { body: { pending_token: pendingToken } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isOver = error instanceof ApiError && error.code === 'pending_token_invalid'
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  if (isPending || isOver) return null
  // While the server is away the form says so when it is sent.
  const { code, passkey } = data ?? { code: true, passkey: false }
  const usable = passkey && takesPasskeys(settings)
  return (
    <div className="grid gap-4">
      {code && <TwoFactorForm pendingToken={pendingToken} onSignedIn={onSignedIn} onOver={onOver} />}
      {usable && (
        <PasskeyButton
          text={t('access.useAPasskey')}
          variant={code ? 'standard' : 'primary'}
          pendingToken={pendingToken}
          onSignedIn={onSignedIn}
          onOver={onOver}
        />
      )}
      {!code && !usable && <Alert tone="warn">{t('access.yourSecondFactorIsAPasskey')}</Alert>}
    </div>
  )
}
