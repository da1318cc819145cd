import { Dialog } from '@base-ui/react/dialog'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { fieldsToCopy } from './copied-fields.ts'
import { kindWords } from './field-view.tsx'
import { useCopyFields } from './use-copy-fields.ts'
import { useFields } from './use-fields.ts'

export interface CopyFieldsProps {
  type: ResourceRow
  types: readonly ResourceRow[]
  own: readonly ResourceRow[]
}

/** Takes fields over from another type: those whose key this one does not have. */
export function CopyFields({ type, types, own }: CopyFieldsProps) {
  const { allowed } = usePermission(declared('fieldSpec').calls.create)
  const [isOpen, setOpen] = useState(false)
  const others = types.filter(({ id, fieldCount }) => id !== type.id && Number(fieldCount) > 0)
  if (!allowed || others.length === 0) return null
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={buttonClasses('standard', 'dense')}>{t('library.copyFromAnotherType')}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={dialogClasses}>
          <Dialog.Title className="font-display text-20 font-semibold">
            {t('library.copyFieldsTo', { type: String(type.name) })}
          </Dialog.Title>
          <Dialog.Description className="text-text-2">{t('library.copiesHaveNoValues')}</Dialog.Description>
          <Choice type={type} others={others} own={own} onClose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ChoiceProps {
  type: ResourceRow
  others: readonly ResourceRow[]
  own: readonly ResourceRow[]
  onClose: () => void
}

function Choice({ type, others, own, onClose }: ChoiceProps) {
  const [fromId, setFrom] = useState(others[0]?.id ?? '')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { query, fields } = useFields(fromId)
  const offered = fieldsToCopy(fields, own)
  const chosen = offered.filter(({ id }) => !left.has(id))
  const { copy, fault, isBusy } = useCopyFields(type, own, onClose)
  const toggle = (id: string) => setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]))
  return (
    <>
      <Select
        label={t('library.fromType')}
        value={fromId}
        options={others.map(({ id, name }) => ({ value: id, label: String(name) }))}
        onValueChange={setFrom}
      />
      {query.isPending && <Skeleton className="h-32" />}
      {query.isError && !query.data && (
        <FailedState what={declared('fieldSpec').noun[1]} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && offered.length === 0 && (
        <p className="text-13 text-text-2">{t('library.nothingToCopy', { type: String(type.name) })}</p>
      )}
      {offered.length > 0 && <Offered fields={offered} left={left} onToggle={toggle} />}
      {fault !== undefined && (
        <Alert tone="bad" className="text-13">
          {fault}
        </Alert>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('general.cancel')}</Button>
        <Button variant="primary" busy={isBusy} disabled={chosen.length === 0} onClick={() => copy(chosen)}>
          {t('library.copyFields', { count: chosen.length })}
        </Button>
      </div>
    </>
  )
}

interface OfferedProps {
  fields: readonly ResourceRow[]
  left: ReadonlySet<string>
  onToggle: (id: string) => void
}

function Offered({ fields, left, onToggle }: OfferedProps) {
  return (
    <fieldset className="max-h-72 overflow-auto rounded-control border border-line">
      <legend className="sr-only">{t('library.fieldsToCopy')}</legend>
      {fields.map(({ id, label, kind, unit }) => (
        <label
          key={id}
          className="flex min-h-9 items-center gap-2.5 border-b border-line px-3 last:border-0 max-md:min-h-11"
        >
          <input
            type="checkbox"
            className="size-4 accent-action"
            checked={!left.has(id)}
            onChange={() => onToggle(id)}
          />
          <span className="font-medium wrap-anywhere">{String(label)}</span>
          <span className="ms-auto text-12 text-text-2">
            {kindWords[String(kind)]}
            {typeof unit === 'string' && unit !== '' && `, ${unit}`}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
