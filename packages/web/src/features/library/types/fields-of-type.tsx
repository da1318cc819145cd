import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { useDelete } from '../../../resource/use-delete.tsx'
import { useOpenRow } from '../../../resource/use-list-state.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyHint } from '../../../ui/key-hint.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EditIcon, PlusIcon } from '../../../ui/tool-icons.tsx'
import { CopyFields } from './copy-fields.tsx'
import { NEW_FIELD } from './field-drawer.tsx'
import { FieldTable } from './field-table.tsx'
import { fieldView } from './field-view.tsx'
import { SuggestedFields } from './suggested-fields.tsx'
import { mountOf, useFieldOrder, useFields } from './use-fields.ts'

/** The fields of a type in their order. */
export function FieldsOfType({ type, types }: { type: ResourceRow; types: readonly ResourceRow[] }) {
  const { query, fields } = useFields(type.id)
  const order = useFieldOrder(type.id, fields)
  const specs = declared('fieldSpec')
  const deletion = useDelete({ resource: specs, view: fieldView, mount: mountOf(type.id), onDeleted: () => undefined })
  return (
    <section
      aria-label={t('library.fieldsOf', { type: String(type.name) })}
      className="flex min-h-0 min-w-0 flex-1 flex-col rounded-panel border border-line bg-surface"
    >
      <FieldsHead type={type} count={query.data?.total}>
        {query.data && <CopyFields type={type} types={types} own={fields} />}
      </FieldsHead>
      <div className="min-h-48 flex-1 overflow-auto">
        {query.isPending && <Skeleton className="m-4 h-48" />}
        {query.isError && !query.data && (
          <FailedState what={specs.noun[1]} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data && fields.length === 0 && <SuggestedFields type={type} />}
        {fields.length > 0 && (
          <FieldTable fields={order.shown} onMove={order.moveTo} onDelete={(field) => deletion.ask([field])} />
        )}
      </div>
      <FieldsFoot order={order} />
      {deletion.dialogs}
    </section>
  )
}

interface FieldsHeadProps {
  type: ResourceRow
  count: number | undefined
  children: ReactNode
}

function FieldsHead({ type, count, children }: FieldsHeadProps) {
  const openRow = useOpenRow()
  const create = usePermission(declared('fieldSpec').calls.create)
  const update = usePermission(declared('machineType').calls.update)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2">
      <h2 className="text-14">{t('library.fieldsOf', { type: String(type.name) })}</h2>
      {count !== undefined && (
        <span className="text-12 text-text-2">
          {t('library.fieldsUsedBy', { count, machines: Number(type.machineCount) })}
        </span>
      )}
      <span className="ms-auto flex flex-wrap gap-2">
        {update.allowed && (
          <Button size="dense" onClick={() => openRow.open(type.id)}>
            <EditIcon size={14} />
            {t('library.editType')}
          </Button>
        )}
        {children}
        {create.allowed && (
          <Button size="dense" variant="primary" onClick={() => openRow.open(NEW_FIELD)}>
            <PlusIcon size={14} />
            {t('library.addField')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** The keys of the table, and what was moved last. */
function FieldsFoot({ order }: { order: ReturnType<typeof useFieldOrder> }) {
  const { allowed } = usePermission(api.reorderFieldSpecs)
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3.5 gap-y-1 rounded-b-panel border-t border-line bg-surface-2 px-3.5 py-1 text-12 text-text-2">
      {allowed && (
        <span aria-hidden="true" className="flex items-center gap-1.5 max-lg:hidden">
          <KeyHint>{t('library.keyAlt')}</KeyHint>
          <KeyHint>↑</KeyHint>
          <KeyHint>↓</KeyHint>
          {t('library.reorder')}
          <KeyHint>{t('ui.keyEnter')}</KeyHint>
          {t('library.edit')}
        </span>
      )}
      <span role="status" className="ms-auto">
        {order.move?.words}
      </span>
      {order.move !== undefined && order.move.before.length > 0 && (
        <button
          type="button"
          className="font-medium underline decoration-kraft underline-offset-3 max-md:min-h-11"
          onClick={order.undo}
        >
          {t('resource.undo')}
        </button>
      )}
    </div>
  )
}
