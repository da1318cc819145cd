import { Dialog } from '@base-ui/react/dialog'
import { Menu } from '@base-ui/react/menu'
import type { BulkReport, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { EditIcon } from '../../ui/tool-icons.tsx'
import { menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import { errorMessage } from '../error-messages.ts'
import type { ParentMount } from '../registry.ts'
import { labelOfField, type ResourceView } from '../view.ts'
import { counted } from '../words.ts'
import { bulkValue } from './bulk-fields.ts'
import { BulkValue } from './bulk-value.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { type BulkTarget, useBulk } from './use-bulk.ts'

export interface BulkSetProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  /** The fields that can be set. */
  fields: readonly string[]
  target: BulkTarget
  /** How many rows that are. */
  count: number
  onDone: () => void
}

const noReport: BulkReport = { changed: [], unchanged: 0, refused: [] }

/** Sets a field of all selected rows: the field from a menu, its value in a dialog that says how many rows it is. */
export function BulkSet(props: BulkSetProps) {
  const { resource, fields } = props
  const [name, setName] = useState<string>()
  const [report, setReport] = useState(noReport)
  const close = () => setName(undefined)
  const bulk = useBulk(resource, props.mount)
  const undo = async (done: BulkReport, label: string) => {
    const undone = await bulk.undo(done).catch((error: unknown) => errorMessage(resource, error))
    if (typeof undone === 'string') return showToast({ message: undone, tone: 'failed' })
    showToast({ message: t('resource.bulkSetBack', { label, counted: counted(undone.changed.length, resource.noun) }) })
    setReport(undone)
  }
  const finish = (done: BulkReport, label: string) => {
    close()
    setReport(done)
    if (done.changed.length + done.unchanged > 0) {
      const words = counted(done.changed.length + done.unchanged, resource.noun)
      const action = { label: t('resource.undo'), run: () => void undo(done, label) }
      const message = t('resource.bulkFieldSet', { label, counted: words })
      showToast(done.changed.length > 0 ? { message, action } : { message })
    }
    // Who was refused is shown before the selection, and this button with it, goes.
    if (done.refused.length === 0) props.onDone()
  }
  return (
    <>
      <ToolMenu label={t('resource.setWhat')} icon={<EditIcon size={14} />} className="text-text hover:bg-surface">
        {fields.map((field) => (
          <Menu.Item key={field} className={menuItemClasses} onClick={() => setName(field)}>
            {labelOfField(resource, field)}
          </Menu.Item>
        ))}
      </ToolMenu>
      <Dialog.Root open={name !== undefined} onOpenChange={(open) => !open && close()}>
        <Dialog.Portal>
          <Dialog.Backdrop className={backdropClasses} />
          <Dialog.Popup className={dialogClasses}>
            {name !== undefined && <SetForm {...props} name={name} set={bulk.set} onSet={finish} onCancel={close} />}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <RefusedRows
        resource={resource}
        refused={report.refused}
        onClose={() => {
          setReport(noReport)
          props.onDone()
        }}
      />
    </>
  )
}

interface SetFormProps extends BulkSetProps {
  name: string
  set: ReturnType<typeof useBulk>['set']
  onSet: (report: BulkReport, label: string) => void
  onCancel: () => void
}

function SetForm({ resource, view, mount, name, target, count, set, onSet, onCancel }: SetFormProps) {
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const label = labelOfField(resource, name)
  const rows = counted(count, resource.noun)
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (chosen.trim() === '' || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      onSet(await set(target, { [name]: bulkValue(resource, name, chosen) }), label)
    } catch (error) {
      setFailure(errorMessage(resource, error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
      <Dialog.Title className="font-display text-20 font-semibold">
        {t('resource.setFieldOf', { label, counted: rows })}
      </Dialog.Title>
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      <BulkValue {...{ resource, view, mount, name, target }} value={chosen} onChange={setChosen} />
      {'query' in target && <p className="text-13 text-text-2">{t('resource.alsoOnOtherPages')}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('general.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={chosen.trim() === ''}>
          {t('resource.setForAll', { counted: rows })}
        </Button>
      </div>
    </form>
  )
}
