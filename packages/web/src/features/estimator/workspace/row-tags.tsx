import { t } from '@packhouse/messages'
import type { GridRow } from './grid-rows.ts'
import { useInstead as insteadStep } from './line-steps.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

const tag = 'shrink-0 rounded-state bg-surface-3 px-1.5 text-11 leading-[18px] font-semibold text-text-2'

type SoldRow = Extract<GridRow, { kind: 'items' | 'extras' }>

/** What is to be known of a line or an extra beside its description. */
export function RowTags({ row }: { row: SoldRow }) {
  return row.kind === 'items' ? <LineTags row={row} /> : <ExtraTags row={row} />
}

function LineTags({ row: { row } }: { row: Extract<SoldRow, { kind: 'items' }> }) {
  const { store, editing } = useWorkspace()
  const count = row.configuration.length
  return (
    <>
      {count > 0 && <span className={tag}>{t('estimator.optionCount', { count })}</span>}
      {row.alternativeToId !== null && <span className={tag}>{t('estimator.alternative')}</span>}
      {editing && row.alternativeToId !== null && (
        // In the menu of the row too, which is reached by keys.
        <button
          type="button"
          tabIndex={-1}
          onClick={() => store.make(insteadStep(store.sheet, row.id))}
          className="shrink-0 text-12 text-text underline hover:no-underline max-xl:hidden"
        >
          {t('estimator.useInstead')}
        </button>
      )}
    </>
  )
}

function ExtraTags({ row: { row } }: { row: Extract<SoldRow, { kind: 'extras' }> }) {
  const needed = useSheet(({ sheet }) => sheet.items.find(({ id }) => id === row.dependsOnItemId)?.description)
  return (
    <>
      {row.recommended && <span className={tag}>{t('estimator.recommended')}</span>}
      {needed !== undefined && (
        <span className={`${tag} max-w-40 truncate`}>{t('estimator.needsLine', { line: needed })}</span>
      )}
    </>
  )
}
