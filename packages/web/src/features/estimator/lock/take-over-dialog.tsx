import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const MAX_REASON = 500

interface TakeOverDialogProps {
  /** Who edits. */
  name: string
  open: boolean
  onCancel: () => void
  onConfirm: (reason: string) => void
}

/** Asks why somebody's project is taken over. */
export function TakeOverDialog({ name, open, onCancel, onConfirm }: TakeOverDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  function confirm() {
    if (reason.trim() === '') setIsMissing(true)
    else onConfirm(reason.trim())
  }
  return (
    <ConfirmDialog
      open={open}
      title={t('editLock.takeOverTitle', { name })}
      confirm={t('editLock.takeOver')}
      onCancel={onCancel}
      onConfirm={confirm}
    >
      <p className="mb-3">{t('editLock.takeOverAbout', { name })}</p>
      <TextField
        label={t('editLock.reason')}
        value={reason}
        maxLength={MAX_REASON}
        error={isMissing && reason.trim() === '' ? t('editLock.reasonNeeded') : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  )
}
