import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'

/** Stands in place of a grid without a cell: nothing matches, or there is nothing yet. */
export function NothingShown({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  const frame = 'flex-1 rounded-panel border border-line bg-surface py-16'
  if (isEmpty) {
    return (
      <EmptyState className={frame} illustration={<OpenCarton />} title={t('matrix.emptyLibrary')}>
        {t('matrix.emptyLibraryHelp')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      className={frame}
      illustration={<OpenCarton />}
      title={t('matrix.noPairMatches')}
      actions={<Button onClick={onClear}>{t('matrix.clearFilters')}</Button>}
    />
  )
}
