import { Dialog } from '@base-ui/react/dialog'
import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { faultSentence } from '../../../resource/words.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { CopyIcon } from '../../../ui/tool-icons.tsx'

/** Makes a draft of the machine under another model. */
export function DuplicateButton({ row }: { row: ResourceRow }) {
  const { allowed } = usePermission(api.duplicateLibraryMachine)
  const [open, setOpen] = useState(false)
  if (!allowed) return null
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={buttonClasses('standard', 'dense')}>
        <CopyIcon size={14} />
        {t('library.duplicate')}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={dialogClasses}>
          <Dialog.Title className="font-display text-20 font-semibold">
            {t('library.duplicateMachine', { model: String(row.model) })}
          </Dialog.Title>
          <Dialog.Description className="text-text-2">{t('library.whatADuplicateHas')}</Dialog.Description>
          <DuplicateForm row={row} onClose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function DuplicateForm({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const model = String(new FormData(event.currentTarget).get('model') ?? '').trim()
    if (model === '') return setFault(t('resource.isRequired', { label: t('library.model') }))
    setBusy(true)
    try {
      const made = await callApi(api.duplicateLibraryMachine, { params: { id: row.id }, body: { model } })
      await renew(client, declared('libraryMachine'))
      onClose()
      showToast({ message: t('library.duplicated', { model }) })
      void navigate({ href: `/library/machines/${made.id}` })
    } catch (error) {
      setFault(faultOf(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
      <TextField
        label={t('library.model')}
        name="model"
        defaultValue={`${row.model}-2`}
        autoComplete="off"
        maxLength={64}
        {...(fault === undefined ? {} : { error: fault })}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('general.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('library.makeDraft')}
        </Button>
      </div>
    </form>
  )
}

function faultOf(error: unknown): string {
  const at = error instanceof ApiError ? error.errors.find(({ path }) => path.endsWith('model')) : undefined
  if (at !== undefined) return faultSentence(t('library.model'), at.message)
  return error instanceof Error ? error.message : ''
}
