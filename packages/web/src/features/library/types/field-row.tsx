import { t } from '@packhouse/messages'
import type { KeyboardEvent } from 'react'
import { DASH, formatCount } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { classNames } from '../../../ui/class-names.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { CheckIcon, HandleIcon, LockIcon } from '../../../ui/tool-icons.tsx'
import { FieldMenu } from './field-menu.tsx'
import { kindWords, limitsOf } from './field-view.tsx'
import type { DragMark, HandleEvents } from './use-row-drag.ts'

export interface FieldRowProps {
  field: ResourceRow
  place: number
  /** The place of the last field. */
  last: number
  isOpen: boolean
  /** Whether the tab stop of the table is here. */
  isFocused: boolean
  drag: HandleEvents | undefined
  mark: DragMark
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onOpen: () => void
  /** Where the field is open. */
  href: string
  /** Absent for who may not change the order. */
  onMove: ((to: number) => void) | undefined
  onDelete: () => void
}

const cell = 'h-9 border-b border-line px-3 whitespace-nowrap max-md:h-12 max-md:px-2'
const marks = {
  moves: 'opacity-50',
  before: 'shadow-[inset_0_2px_0_var(--focus)]',
  after: 'shadow-[inset_0_-2px_0_var(--focus)]',
}

export function FieldRow(props: FieldRowProps) {
  const { field, place, isOpen, isFocused, drag, mark, onFocus, onKeyDown, onOpen, href } = props
  const label = String(field.label)
  const used = Number(field.usedCount)
  return (
    <tr
      data-id={field.id}
      aria-current={isOpen || undefined}
      onFocus={onFocus}
      className={classNames('aria-[current]:bg-kraft-soft hover:bg-surface-2', mark && marks[mark])}
    >
      {drag && (
        <td className={`${cell} w-9 ps-2.5 pe-0`}>
          <span
            {...drag}
            title={t('library.dragToMove', { label })}
            className="grid size-7 cursor-grab touch-none place-items-center text-text-3 active:cursor-grabbing max-md:size-11"
          >
            <HandleIcon size={14} />
          </span>
        </td>
      )}
      <td className={`${cell} text-end text-text-3 tabular-nums max-md:hidden`}>{place + 1}</td>
      <td className={cell}>
        <RowLink
          data-field={field.id}
          href={href}
          tabIndex={isFocused ? 0 : -1}
          onKeyDown={onKeyDown}
          onOpen={onOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          className="flex min-h-7 max-w-64 items-center rounded-state font-[550] hover:underline max-md:min-h-11 max-md:max-w-36"
        >
          <span className="truncate">{label}</span>
        </RowLink>
      </td>
      <td className={`${cell} text-12 text-text-2`}>
        <span className="inline-flex items-center gap-1.5">
          {kindWords[String(field.kind)] ?? String(field.kind)}
          {used > 0 && (
            <span title={t('library.fixedOnceUsed')}>
              <LockIcon size={12} className="text-text-3" />
              <span className="sr-only">{t('library.fixedOnceUsed')}</span>
            </span>
          )}
        </span>
      </td>
      <td className={`${cell} max-w-56 truncate text-text-2 tabular-nums max-md:hidden`}>{limitsOf(field) ?? DASH}</td>
      <Tick on={field.required === true} />
      <Tick on={field.filterable === true} />
      <Tick on={field.inQuote === true} />
      <td className={`${cell} text-end text-text-2 tabular-nums max-md:hidden`}>{formatCount(used)}</td>
      <td className={`${cell} w-10 px-1 text-end`}>
        <FieldMenu {...props} />
      </td>
    </tr>
  )
}

function Tick({ on }: { on: boolean }) {
  return (
    <td className={`${cell} max-lg:hidden`}>
      {on ? <CheckIcon size={14} /> : <span className="text-text-3">{DASH}</span>}
      <span className="sr-only">{on ? t('general.yes') : t('resource.no')}</span>
    </td>
  )
}
