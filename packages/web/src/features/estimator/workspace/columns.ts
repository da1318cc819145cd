import { projectItems, projectOptionalExtras } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { declaredAs } from '../../../resource/registry.ts'

/** What a cell holds and how it is typed. */
export type ColumnKey =
  | 'description'
  | 'quantity'
  | 'unit'
  | 'unitCost'
  | 'margin'
  | 'unitPrice'
  | 'discountPercent'
  | 'leadDays'
  | 'total'

export interface Column {
  key: ColumnKey
  label: string
  kind: 'text' | 'decimal' | 'integer' | 'worked'
  /** Its track in the grid. */
  track: string
  /** Only for those who see costs. */
  isCost?: true
  /** Of lines, and not of extras. */
  onlyItems?: true
}

const { fields } = declaredAs<typeof projectItems>('projectItem')

const columns: readonly Column[] = [
  { key: 'description', label: fields.description.label, kind: 'text', track: 'minmax(240px,1fr)' },
  { key: 'quantity', label: t('estimator.quantityShort'), kind: 'decimal', track: '64px' },
  { key: 'unit', label: fields.unit.label, kind: 'text', track: '56px' },
  { key: 'unitCost', label: fields.unitCost.label, kind: 'decimal', track: '104px', isCost: true },
  { key: 'margin', label: t('estimator.marginPercent'), kind: 'decimal', track: '80px', isCost: true },
  { key: 'unitPrice', label: fields.unitPrice.label, kind: 'decimal', track: '104px' },
  { key: 'discountPercent', label: t('estimator.discountPercent'), kind: 'decimal', track: '72px' },
  { key: 'leadDays', label: t('estimator.leadDays'), kind: 'integer', track: '80px', onlyItems: true },
  { key: 'total', label: t('estimator.lineTotal'), kind: 'worked', track: '116px' },
]

/** The columns of the grid for somebody. */
export function columnsFor(seesCosts: boolean): readonly Column[] {
  return columns.filter(({ isCost }) => seesCosts || isCost !== true)
}

/** The declared field of a cell; the margin and the total are none. */
export function fieldOfCell(kind: 'items' | 'extras', key: ColumnKey) {
  const declared = kind === 'items' ? projectItems.fields : projectOptionalExtras.fields
  return Object.entries(declared).find(([name]) => name === key)?.[1]
}
