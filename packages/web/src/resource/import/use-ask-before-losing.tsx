import { t } from '@packhouse/messages'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { ImportState } from './use-import.ts'

/** Whether cells were mended that are not stored. */
export function isMended({ draft }: Pick<ImportState, 'draft'>): boolean {
  return draft !== undefined && draft.stored === undefined && Object.keys(draft.cells).length > 0
}

/** Asks before mended cells are lost. */
export function useAskBeforeLosing(state: ImportState): { before: (act: () => void) => void; dialog: ReactNode } {
  const [act, setAct] = useState<() => void>()
  const count = Object.keys(state.draft?.cells ?? {}).length
  const dialog = (
    <ConfirmDialog
      open={act !== undefined}
      title={t('resource.dropWhatYouMended', { count })}
      confirm={t('resource.dropIt')}
      cancel={t('resource.keepEditing')}
      onCancel={() => setAct(undefined)}
      onConfirm={() => {
        setAct(undefined)
        act?.()
      }}
    >
      {t('resource.itBelongsToTheFileChosen')}
    </ConfirmDialog>
  )
  return { before: (next) => (isMended(state) ? setAct(() => next) : next()), dialog }
}
