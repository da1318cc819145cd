import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { TrashIcon, UndoIcon } from '../../ui/tool-icons.tsx'
import type { RemovalKind } from '../delete-labels.ts'

export interface BulkBarProps {
  /** What is selected. */
  words: string
  /** The way to select more than the page shows. */
  widening: ReactNode
  removal: RemovalKind
  /** What may be done with the selected rows; an action that is not allowed is absent. */
  onDelete: (() => void) | undefined
  onRestore: (() => void) | undefined
  /** A button that sets a field of the rows. */
  setting: ReactNode
  /** A button that downloads the rows as a file. */
  exporting: ReactNode
  onClear: () => void
}

/** How many rows are selected, and what can be done with all of them. */
export function BulkBar({ words, widening, removal, onDelete, onRestore, setting, exporting, onClear }: BulkBarProps) {
  return (
    <section
      aria-label={t('resource.selectedRows')}
      className="flex min-h-[46px] flex-wrap items-center gap-2 border border-b-0 border-kraft bg-kraft-soft px-3"
    >
      <Checkbox label={t('resource.clearTheSelection')} checked={false} mixed onToggle={onClear} />
      <b className="px-1 font-semibold tabular-nums" role="status">
        {words}
      </b>
      {widening}
      <span aria-hidden="true" className="my-2.5 w-px self-stretch bg-line-2" />
      {onRestore && (
        <Button variant="quiet" size="dense" className="text-text hover:bg-surface" onClick={onRestore}>
          <UndoIcon size={14} />
          {t('resource.restore')}
        </Button>
      )}
      {setting}
      {exporting}
      {onDelete && (
        <Button variant="quiet" size="dense" className="text-bad! hover:bg-surface" onClick={onDelete}>
          <TrashIcon size={14} />
          {t('resource.removal', { kind: removal })}
        </Button>
      )}
      <Button variant="quiet" size="dense" className="ms-auto hover:bg-surface" onClick={onClear}>
        {t('resource.clearSelection')} <KeyHint>{t('ui.keyEscape')}</KeyHint>
      </Button>
    </section>
  )
}
