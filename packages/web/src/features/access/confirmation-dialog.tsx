import { AlertDialog } from '@base-ui/react/alert-dialog'
import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { takesPasskeys } from '../../lib/passkeys.ts'
import { publicSettingsQuery } from '../../lib/public-settings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../ui/confirm-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConfirmationForm } from './confirmation-form.tsx'
import { ConfirmationPasskey } from './confirmation-passkey.tsx'
import { explainFailure } from './explain-failure.ts'

export interface ConfirmationDialogProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks for the strongest thing the user has, before something dangerous is done. Escape leaves everything as it is. */
export function ConfirmationDialog({ onConfirmed, onCancel }: ConfirmationDialogProps) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClasses} />
        <AlertDialog.Popup className={dialogClasses}>
          <AlertDialog.Title className="font-display text-20 font-semibold">
            {t('access.confirmItIsYou')}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-text-2">
            {t('access.thisStepNeedsItYouWill')}
          </AlertDialog.Description>
          <Ways onConfirmed={onConfirmed} onCancel={onCancel} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Ways({ onConfirmed, onCancel }: ConfirmationDialogProps) {
  const settings = useQuery(publicSettingsQuery).data
  // Asked each time: a second factor may have come or gone in another browser.
  const { data, error } = useQuery({
    queryKey: ['confirmation-ways'],
    queryFn: async ({ signal }) => (await callApi(api.mySettings, {}, { signal })).confirmWith,
    staleTime: 0,
    gcTime: 0,
  })
  const passkey = data?.includes('passkey') && takesPasskeys(settings)
  const typed = data?.find((way) => way !== 'passkey')
  return (
    <div className="grid gap-4">
      {error && <Alert tone="bad">{explainFailure(error)}</Alert>}
      {data === undefined && !error && <Skeleton className="h-16" />}
      {passkey && <ConfirmationPasskey isOnly={typed === undefined} onConfirmed={onConfirmed} />}
      {data !== undefined && typed === undefined && !passkey && <NoWay hasPasskey={data.length > 0} />}
      {typed !== undefined ? (
        <ConfirmationForm way={typed} onConfirmed={onConfirmed} onCancel={onCancel} />
      ) : (
        <div className="flex justify-end">
          <Button onClick={onCancel}>{t('general.cancel')}</Button>
        </div>
      )}
    </div>
  )
}

function NoWay({ hasPasskey }: { hasPasskey: boolean }) {
  return (
    <Alert tone="warn">
      {hasPasskey ? t('access.yourPasskeyCannotBeUsedIn') : t('access.thereIsNothingHereToConfirm')}
    </Alert>
  )
}
