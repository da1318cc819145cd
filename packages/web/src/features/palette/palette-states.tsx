import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryIcon, WarningIcon } from '../../ui/icons.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'

/** Repeats what was looked for and offers a way on. */
export function NothingMatches({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <EmptyState
      illustration={<OpenCarton />}
      title={t('palette.nothingMatches', { query: query.trim() })}
      actions={<Button onClick={onClear}>{t('palette.clearSearch')}</Button>}
    >
      {t('palette.tryFewerWordsACodeSuch')}
    </EmptyState>
  )
}

/** Says that the results are not all there are. */
export function SomeMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="m-3 flex items-center gap-2.5 rounded-control bg-bad-soft px-3 py-2 text-13 text-bad">
      <WarningIcon />
      <span className="flex-1">{t('palette.someResultsAreMissingTheServer')}</span>
      <Button size="dense" onClick={onRetry}>
        <RetryIcon size={14} />
        {t('general.tryAgain')}
      </Button>
    </div>
  )
}

/** What the keys do; a phone has none. */
export function KeyHints() {
  return (
    <div
      aria-hidden="true"
      className="flex shrink-0 items-center gap-4 border-t border-line bg-surface-2 px-4 py-2 text-12 text-text-3 max-md:hidden"
    >
      <span className="flex items-center gap-1.5">
        <Key>↑</Key>
        <Key>↓</Key> {t('palette.move')}
      </span>
      <span className="flex items-center gap-1.5">
        <Key>{t('ui.keyEnter')}</Key> {t('palette.open')}
      </span>
      <span className="flex items-center gap-1.5">
        <Key>{t('ui.keyEscape')}</Key> {t('palette.close')}
      </span>
    </div>
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-control border border-b-2 border-line-2 bg-surface px-1.5 font-sans text-11 font-[550] text-text-2">
      {children}
    </kbd>
  )
}
