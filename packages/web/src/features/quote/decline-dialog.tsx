import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useShowQuote } from './use-quote.ts'

/** Declines a quote, with a reason where the reader gives one. */
export function DeclineDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const show = useShowQuote(token)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const decline = async () => {
    setBusy(true)
    try {
      const answer = await callApi(api.declineQuote, { params: { token }, body: { reason: reason.trim() || null } })
      onClose()
      show(() => answer)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('quotePage.declineThis')}
      confirm={t('quotePage.decline')}
      busy={isBusy}
      onConfirm={() => void decline()}
      onCancel={onClose}
    >
      <TextArea
        label={t('quotePage.reasonOptional')}
        rows={3}
        maxLength={2_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {fault !== undefined && (
        <Alert tone="bad" className="mt-3 text-13">
          {fault}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
