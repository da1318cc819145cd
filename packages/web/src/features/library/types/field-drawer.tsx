import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { useReturnFocus } from '../../../lib/use-return-focus.ts'
import { SideDrawer, SideDrawerHead } from '../../../resource/drawer/side-drawer.tsx'
import { ResourceForm } from '../../../resource/form/resource-form.tsx'
import { RecordDetails } from '../../../resource/record-details.tsx'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { useOpenRow } from '../../../resource/use-list-state.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { fieldView, viewAmong } from './field-view.tsx'
import { mountOf, useFields } from './use-fields.ts'

/** What the address says while a field is being added. */
export const NEW_FIELD = 'new-field'

/** A field of a type beside their table. */
export function FieldDrawer({ type }: { type: ResourceRow }) {
  const openRow = useOpenRow()
  const { query, fields } = useFields(type.id)
  const isNew = openRow.id === NEW_FIELD
  const place = fields.findIndex(({ id }) => id === openRow.id)
  const row = fields[place]
  const title = isNew ? t('library.newField') : String(row?.label ?? '')
  const heading = useRef<HTMLHeadingElement>(null)
  const giveBack = useReturnFocus(openRow.id ?? '')
  const close = () => {
    openRow.close()
    giveBack()
  }
  useEffect(() => {
    if (isNew || row?.id !== undefined) heading.current?.focus()
  }, [isNew, row?.id])
  return (
    <SideDrawer
      label={title || declared('fieldSpec').noun[0]}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role=alertdialog]')) return
        event.stopPropagation()
        close()
      }}
    >
      <SideDrawerHead onClose={close}>
        <p className="text-12 text-text-2">
          {row ? t('library.fieldOfFields', { place: place + 1, count: fields.length }) : String(type.name)}
        </p>
        <h2 ref={heading} tabIndex={-1} className="mt-0.5 text-20 break-words outline-none">
          {title}
        </h2>
      </SideDrawerHead>
      {query.isPending && <Skeleton className="m-6 h-64" />}
      {query.data && !isNew && row === undefined && <p className="px-6 py-4 text-text-2">{t('library.noSuchField')}</p>}
      {query.data && (isNew || row !== undefined) && (
        <FieldForm key={openRow.id} type={type} row={row} fields={fields} onCancel={close} />
      )}
    </SideDrawer>
  )
}

interface FieldFormProps {
  type: ResourceRow
  /** Absent where a field is added. */
  row: ResourceRow | undefined
  fields: readonly ResourceRow[]
  onCancel: () => void
}

function FieldForm({ type, row, fields, onCancel }: FieldFormProps) {
  const specs = declared('fieldSpec')
  const client = useQueryClient()
  const openRow = useOpenRow()
  const mayChange = usePermission(row ? specs.calls.update : specs.calls.create).allowed
  const onSaved = async (saved: ResourceRow) => {
    const message = t('resource.saved', { resource: String(saved.label) })
    if (row !== undefined) return showToast({ message })
    openRow.replace(saved.id)
    // A new field comes last.
    const ids = [...fields.map(({ id }) => id).filter((id) => id !== saved.id), saved.id]
    await callApi(api.reorderFieldSpecs, { params: { parentId: type.id }, body: { ids } })
    await renew(client, specs)
    await renew(client, declared('machineType'))
    showToast({ message })
  }
  if (!mayChange && row) {
    return (
      <div className="overflow-auto px-6 py-4 max-md:px-4">
        <RecordDetails resource={specs} view={fieldView} mount={mountOf(type.id)} row={row} />
      </div>
    )
  }
  return (
    <ResourceForm
      resource={specs}
      view={viewAmong(fields)}
      mount={mountOf(type.id)}
      row={row}
      onSaved={(saved) => void onSaved(saved)}
      onCancel={onCancel}
    />
  )
}
