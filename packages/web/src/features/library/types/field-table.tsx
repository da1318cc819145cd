import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { headClasses } from '../../../resource/table/table-head.tsx'
import { useOpenRow } from '../../../resource/use-list-state.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { FieldRow } from './field-row.tsx'
import { useRowDrag } from './use-row-drag.ts'

export interface FieldTableProps {
  fields: readonly ResourceRow[]
  onMove: (id: string, to: number) => void
  onDelete: (field: ResourceRow) => void
}

/** The fields as lines that can be moved: by their handle, with Alt and the arrows, or by their menu. One tab stop. */
export function FieldTable({ fields, onMove, onDelete }: FieldTableProps) {
  const openRow = useOpenRow()
  const canMove = usePermission(api.reorderFieldSpecs).allowed
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<string>()
  const drag = useRowDrag(body, onMove)
  const focused = fields.some(({ id }) => id === current) ? current : fields[0]?.id
  useKeepFocus(body, fields, current)
  const focusRow = (place: number) => {
    const row = fields[Math.max(0, Math.min(fields.length - 1, place))]
    body.current?.querySelector<HTMLElement>(`[data-field="${row?.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, place: number, field: ResourceRow) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!event.altKey) focusRow(place + step)
      else if (canMove) onMove(field.id, place + step)
    } else if (event.key === 'Delete' && field.usedCount === 0) onDelete(field)
  }
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keys of its own is a grid
      role="grid"
      aria-label={declared('fieldSpec').noun[1]}
      className="w-full border-separate border-spacing-0 text-13"
    >
      <FieldHead canMove={canMove} />
      <tbody ref={body}>
        {fields.map((field, place) => (
          <FieldRow
            key={field.id}
            field={field}
            place={place}
            last={fields.length - 1}
            isOpen={field.id === openRow.id}
            isFocused={field.id === focused}
            drag={canMove ? drag.handleOf(field.id, place) : undefined}
            mark={drag.markOf(place)}
            onFocus={() => setCurrent(field.id)}
            onKeyDown={(event) => onKeyDown(event, place, field)}
            onOpen={() => openRow.open(field.id)}
            href={openRow.addressOf(field.id)}
            onMove={canMove ? (to) => onMove(field.id, to) : undefined}
            onDelete={() => onDelete(field)}
          />
        ))}
      </tbody>
    </table>
  )
}

function FieldHead({ canMove }: { canMove: boolean }) {
  const head = (words: string, rest = 'text-start') => <th className={`${headClasses} ${rest}`}>{words}</th>
  return (
    <thead>
      <tr>
        {canMove && (
          <th className={`${headClasses} w-9`}>
            <span className="sr-only">{t('library.handle')}</span>
          </th>
        )}
        {head(t('library.place'), 'w-8 text-end max-md:hidden')}
        {head(t('library.label'))}
        {head(t('library.kind'))}
        {head(t('library.limits'), 'text-start max-md:hidden')}
        {head(t('library.required'), 'text-start max-lg:hidden')}
        {head(t('library.filter'), 'text-start max-lg:hidden')}
        {head(t('library.inQuote'), 'text-start max-lg:hidden')}
        {head(t('library.used'), 'text-end max-md:hidden')}
        <th className={headClasses}>
          <span className="sr-only">{t('library.acts')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** A row that moves takes the focus along: its element may be put elsewhere. */
function useKeepFocus(
  body: React.RefObject<HTMLElement | null>,
  fields: readonly ResourceRow[],
  current: string | undefined,
): void {
  const order = fields.map(({ id }) => id).join()
  const before = useRef(order)
  useEffect(() => {
    if (before.current === order) return
    before.current = order
    const isLost = document.activeElement === document.body
    if (isLost && current !== undefined) body.current?.querySelector<HTMLElement>(`[data-field="${current}"]`)?.focus()
  }, [order, current, body])
}
