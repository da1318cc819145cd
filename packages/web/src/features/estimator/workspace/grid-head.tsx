// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold thousands of rows, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the cell with the cursor
import { t } from '@packhouse/messages'
import type { Column } from './columns.ts'

export const HEAD_HEIGHT = 34

/** The names of the columns; they stay in sight. */
export function GridHead({ columns, tracks }: { columns: readonly Column[]; tracks: string }) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 grid border-b border-line-2 bg-surface-2 text-12 font-[550] text-text-2"
      style={{ gridTemplateColumns: tracks, height: HEAD_HEIGHT }}
    >
      <span role="columnheader" aria-colindex={1}>
        <span className="sr-only">{t('estimator.included')}</span>
      </span>
      <span role="columnheader" aria-colindex={2} className="flex items-center px-2">
        {t('estimator.itemCode')}
      </span>
      {columns.map(({ key, label, kind }, index) => (
        <span
          key={key}
          role="columnheader"
          aria-colindex={index + 3}
          className={`flex items-center px-2 ${kind === 'text' ? '' : 'justify-end'}`}
        >
          {label}
        </span>
      ))}
      <span role="columnheader" aria-colindex={columns.length + 3}>
        <span className="sr-only">{t('estimator.rowActs')}</span>
      </span>
    </div>
  )
}
