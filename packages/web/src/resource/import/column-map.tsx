import type { ImportReport, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId, useState } from 'react'
import { allOf } from '../../lib/format/lists.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import type { ParentMount } from '../registry.ts'
import { labelOfField } from '../view.ts'
import { lackingFields, undecidedCount, withColumn } from './import-adjustments.ts'
import { importColumns, labelOfColumn } from './import-columns.ts'
import type { ImportState } from './use-import.ts'

export interface ColumnMapProps {
  resource: Resource
  mount: ParentMount | undefined
  report: ImportReport
  state: ImportState
}

/** Which field each column of the file is; unfolded while there is something to decide. */
export function ColumnMap({ resource, mount, report, state }: ColumnMapProps) {
  const id = useId()
  const isOpen = report.errors.length > 0
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { columns } = state
  const left = columns.filter((field) => field === null).length
  const lacking = lackingFields(report, columns)
  const isAlone = columns.length === 1 && undecidedCount(columns) === 1
  return (
    <section
      aria-label={t('resource.columnsOfTheFile')}
      className="min-w-0 rounded-panel border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 max-md:px-4">
        <h3 className="text-15">{t('resource.columnsOfTheFile')}</h3>
        <p className="me-auto text-13 text-text-2">
          {t('resource.columnsReadAndLeftOut', { read: columns.length - left - undecidedCount(columns), left })}
        </p>
        {!isOpen && (
          <Button size="dense" aria-expanded={isUnfolded} aria-controls={id} onClick={() => setIsUnfolded(!isUnfolded)}>
            {isUnfolded ? t('resource.hideColumns') : t('resource.changeColumns')}
          </Button>
        )}
      </div>
      {lacking.length > 0 && (
        <p className="flex gap-2 px-5 pb-3 text-13 text-bad max-md:px-4">
          <WarningIcon size={16} className="mt-0.5 shrink-0" />
          {t('resource.requiredAndInNoColumn', {
            count: lacking.length,
            fields: allOf(lacking.map((name) => labelOfField(resource, name))),
          })}
        </p>
      )}
      {isAlone && <p className="px-5 pb-3 text-13 text-text-2 max-md:px-4">{t('resource.ifThisIsTheWholeFirst')}</p>}
      <div id={id} hidden={!isOpen && !isUnfolded}>
        {(isOpen || isUnfolded) && <ColumnRows {...{ resource, mount, report, state }} />}
      </div>
    </section>
  )
}

const head =
  'h-8 border-y border-line-2 bg-surface-2 px-3 text-start text-12 font-[550] text-text-2 first:ps-5 max-md:first:ps-4'
const cell = 'border-b border-line px-3 py-1.5 align-middle first:ps-5 max-md:first:ps-4'
const NOT_DECIDED = '?'
const LEFT_OUT = '-'

function ColumnRows({ resource, mount, report, state }: ColumnMapProps) {
  const offered = [
    { name: 'id', label: labelOfColumn(resource, 'id'), needed: false },
    ...importColumns(resource, mount),
  ]
  return (
    <div className="max-h-96 overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-13">
        <thead>
          <tr>
            <th className={head}>{t('resource.columnInTheFile')}</th>
            <th className={`${head} max-md:hidden`}>{t('resource.firstValue')}</th>
            <th className={`${head} w-1/2`}>{t('resource.field')}</th>
          </tr>
        </thead>
        <tbody>
          {report.columns.map(({ heading, sample }, place) => {
            const field = state.columns[place]
            const isOffered = field == null || offered.some(({ name }) => name === field)
            const name = heading === '' ? t('resource.columnWithoutHeading', { place: place + 1 }) : heading
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; headings may be there twice
              <tr key={place}>
                <th scope="row" className={`${cell} max-w-64 text-start font-[550] wrap-anywhere`}>
                  {name}
                  <span className="block text-12 font-normal text-text-2 md:hidden">{sample}</span>
                </th>
                <td className={`${cell} max-w-64 wrap-anywhere text-text-2 max-md:hidden`}>{sample}</td>
                <td className={cell}>
                  <select
                    aria-label={t('resource.fieldOfColumn', { column: name })}
                    aria-invalid={field === undefined || undefined}
                    value={field === undefined ? NOT_DECIDED : (field ?? LEFT_OUT)}
                    onChange={(event) => {
                      const { value } = event.target
                      if (value === NOT_DECIDED) return
                      state.setColumns(withColumn(state.columns, place, value === LEFT_OUT ? null : value))
                    }}
                    className={classNames(
                      'h-8 w-full min-w-36 rounded-control border bg-surface px-2 text-13 text-text hover:border-text-2 max-md:h-11 max-md:text-16',
                      field === undefined ? 'border-bad' : 'border-control',
                    )}
                  >
                    {field === undefined && <option value={NOT_DECIDED}>{t('resource.chooseAField')}</option>}
                    <option value={LEFT_OUT}>{t('resource.leaveOut')}</option>
                    {!isOffered && <option value={field}>{labelOfColumn(resource, field)}</option>}
                    {offered.map(({ name: key, label, needed }) => (
                      <option key={key} value={key}>
                        {needed ? t('resource.labelRequired', { label }) : label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
