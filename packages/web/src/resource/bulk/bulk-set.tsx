import { Dialog } from '@base-ui/react/dialog'
import { Menu } from '@base-ui/react/menu'
import type { BulkReport, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { EditIcon } from '../../ui/tool-icons.tsx'
import { menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import { ChoiceCombobox } from '../choice-combobox.tsx'
import { errorMessage } from '../error-messages.ts'
import { inputClasses } from '../form/field-frame.tsx'
import type { ParentMount } from '../registry.ts'
import { choiceSource } from '../use-choices.ts'
import { labelOfField, type ResourceView } from '../view.ts'
import { counted } from '../words.ts'
import { bulkOptions, bulkValue, EMPTY } from './bulk-fields.ts'
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

function SetForm({ resource, view, name, target, count, set, onSet, onCancel }: SetFormProps) {
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const label = labelOfField(resource, name)
  const rows = counted(count, resource.noun)
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (chosen === '' || busy) return
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
      <ValueChoice resource={resource} view={view} name={name} value={chosen} onChange={setChosen} />
      {'query' in target && <p className="text-13 text-text-2">{t('resource.alsoOnOtherPages')}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('general.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={chosen === ''}>
          {t('resource.setForAll', { counted: rows })}
        </Button>
      </div>
    </form>
  )
}

interface ValueChoiceProps {
  resource: Resource
  view: ResourceView
  name: string
  value: string
  onChange: (value: string) => void
}

function ValueChoice({ resource, view, name, value, onChange }: ValueChoiceProps) {
  const source = choiceSource(resource, name)
  const label = labelOfField(resource, name)
  if (source === undefined) {
    const options = [{ value: '', label: t('resource.chooseAValue') }, ...bulkOptions(resource, view, name)]
    return <Select label={label} options={options} value={value} onValueChange={onChange} />
  }
  const empty = resource.fields[name]?.required ? [] : [{ value: EMPTY, label: t('resource.notSet') }]
  return (
    <ChoiceCombobox
      source={source}
      before={empty}
      value={value}
      onChange={onChange}
      placeholder={t('resource.typeToFind')}
      attributes={{ 'aria-label': label }}
      inputClassName={inputClasses(false)}
    />
  )
}
