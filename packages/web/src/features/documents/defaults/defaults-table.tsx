import type { TemplateDefault } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, numberFormat } from '../../../lib/format/numbers.ts'
import type { DocumentTypeEntry } from '../document-types.ts'
import type { Template } from '../template.ts'
import { languageWord } from '../template-words.ts'
import { useUnits } from '../use-units.ts'
import { DefaultCellView } from './default-cell.tsx'
import { type DefaultRow, defaultRows } from './default-rows.ts'

export interface DefaultsTableProps {
  types: readonly DocumentTypeEntry[]
  defaults: readonly TemplateDefault[]
  templates: readonly Template[]
}

const cell = 'px-3 py-2 text-start align-middle font-normal'

/** The matrix of defaults; it scrolls sideways inside its panel and its first column stays. */
export function DefaultsTable({ types, defaults, templates }: DefaultsTableProps) {
  const units = useUnits()
  const columns = [{ value: null, label: t('documents.allUnits') }, ...units]
  const rows = defaultRows(
    types.map(({ type }) => type),
    columns.map(({ value }) => value),
    templates,
    defaults,
  )
  return (
    <section
      aria-label={t('documents.defaults')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-panel border border-line bg-surface"
    >
      <table className="w-full text-13">
        <thead>
          <tr className="h-[34px] border-b border-line-2 bg-surface-2 text-12 text-text-2">
            <th scope="col" className={`${cell} sticky start-0 bg-surface-2 font-[550]`}>
              {t('documents.type')}
            </th>
            <th scope="col" className={`${cell} font-[550]`}>
              {t('documents.language')}
            </th>
            {columns.map(({ value, label }) => (
              <th key={value} scope="col" className={`${cell} font-[550] whitespace-nowrap`}>
                {label}
              </th>
            ))}
            <th scope="col" className={`${cell} text-end font-[550] whitespace-nowrap`}>
              {t('documents.documentsThisYear')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.type} ${row.locale}`} className="border-b border-line last:border-b-0">
              <th scope="row" className={`${cell} sticky start-0 bg-surface font-semibold`}>
                <TypeName row={row} before={rows[index - 1]} types={types} />
              </th>
              <td className={cell} translate="no">
                {languageWord(row.locale)}
              </td>
              {columns.map(({ value, label }, column) => (
                <td key={value} className={`${cell} whitespace-nowrap`}>
                  <DefaultCellView
                    row={row}
                    cell={row.cells[column]}
                    unit={{ id: value, name: label }}
                    templates={templates}
                    title={types.find(({ type }) => type === row.type)?.title ?? row.type}
                  />
                </td>
              ))}
              <td className={`${cell} text-end tabular-nums`}>{madeThisYear(row, templates)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** With all templates of a type and a language. */
function madeThisYear({ type, locale }: DefaultRow, templates: readonly Template[]): string {
  const ofRow = templates.filter((template) => template.type === type && template.locale === locale)
  const count = ofRow.reduce((sum, { documentsThisYear }) => sum + documentsThisYear, 0)
  return count === 0 ? DASH : numberFormat({}).format(count)
}

interface TypeNameProps extends Pick<DefaultsTableProps, 'types'> {
  row: DefaultRow
  before: DefaultRow | undefined
}

/** It is seen once for all languages of a type, and heard with each. */
function TypeName({ row, before, types }: TypeNameProps) {
  const title = types.find(({ type }) => type === row.type)?.title ?? row.type
  return <span className={before?.type === row.type ? 'sr-only' : ''}>{title}</span>
}
