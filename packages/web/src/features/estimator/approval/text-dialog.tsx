import { Dialog } from '@base-ui/react/dialog'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export interface TextDialogProps {
  title: string
  label: string
  confirm: string
  /** Whether it can stay empty. */
  optional?: true
  busy: boolean
  onText: (text: string) => void
  onClose: () => void
}

/** Asks for one line of text, such as a reason. */
export function TextDialog({ title, label, confirm, optional, busy, onText, onClose }: TextDialogProps) {
  const [isMissing, setIsMissing] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    if (text === '' && !optional) return setIsMissing(true)
    onText(text)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={dialogClasses}>
          <Dialog.Title className="font-display text-20 font-semibold">{title}</Dialog.Title>
          <form onSubmit={submit} noValidate className="grid gap-4">
            <TextField
              label={label}
              name="text"
              maxLength={500}
              autoComplete="off"
              {...(isMissing && { error: t('resource.isRequired', { label }) })}
            />
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onClose}>{t('general.cancel')}</Button>
              <Button type="submit" variant="primary" busy={busy}>
                {confirm}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
