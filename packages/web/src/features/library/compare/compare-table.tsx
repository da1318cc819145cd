import { t } from '@packhouse/messages'
import { Fragment, type ReactNode } from 'react'
import { DASH } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { useShownView } from '../../../resource/use-shown-view.ts'
import { ValueView } from '../../../resource/value-view.tsx'
import { labelOfField, type ResourceView } from '../../../resource/view.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'
import { ConfigureButton } from '../machine/configure-link.tsx'
import { machineFormView } from '../machine/machine-form-view.ts'
import { specWords } from '../machine/spec-values.ts'
import { listedMachines } from '../machines/machine-list-view.tsx'
import { areDifferent, type ComparedSpec } from './compared-rows.ts'

interface CompareTableProps {
  machines: readonly ResourceRow[]
  specs: readonly ComparedSpec[]
  onlyDifferent: boolean
  /** Takes a machine out; undefined where too few would be left. */
  onRemove: ((id: string) => void) | undefined
}

interface Line {
  key: string
  label: string
  isDifferent: boolean
  cells: readonly ReactNode[]
}

/** Counts say what can be made of the machines, and how they can be equipped. */
const COUNTS = ['styleCount', 'optionCount']
/** They are in the head of their column, or no fact that is compared. */
const LEFT_OUT: ReadonlySet<string> = new Set(['model', 'name', 'notes', 'currency', 'designSpeedUnit'])

export function CompareTable({ machines, specs, onlyDifferent, onRemove }: CompareTableProps) {
  const view = useShownView(listedMachines, machineFormView)
  const groups = [...groupsOf(view, machines), { title: t('library.specifications'), lines: specs.map(specLine) }]
  const shown = groups
    .map(({ title, lines }) => ({ title, lines: lines.filter(({ isDifferent }) => isDifferent || !onlyDifferent) }))
    .filter(({ lines }) => lines.length > 0)
  return (
    <div className="relative mb-5 min-h-0 overflow-auto rounded-panel border border-line bg-surface">
      <table aria-label={t('library.compareMachines')} className="w-full border-separate border-spacing-0 text-13">
        <thead>
          <tr>
            <td className="sticky start-0 top-0 z-20 border-b border-line-2 bg-surface-2" />
            {machines.map((row) => (
              <th
                key={row.id}
                scope="col"
                className="sticky top-0 z-10 min-w-44 border-b border-line-2 bg-surface-2 px-3 py-2.5 text-start align-top font-normal"
              >
                <MachineHead row={row} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ title, lines }) => (
            <Fragment key={title}>
              <tr>
                <th scope="rowgroup" className={`${stub} bg-surface-3 py-1.5 text-12 font-semibold text-text-2`}>
                  {title}
                </th>
                <td colSpan={machines.length} className="border-b border-line bg-surface-3" />
              </tr>
              {lines.map((line) => (
                <LineRow key={line.key} line={line} machines={machines} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="p-4 text-text-2">{t('library.nothingDiffers')}</p>}
    </div>
  )
}

/** The names of the lines stay in place when the columns scroll. */
const stub = 'sticky start-0 z-10 w-56 min-w-56 border-b border-line px-3 text-start max-md:w-32 max-md:min-w-32'

function MachineHead({ row, onRemove }: { row: ResourceRow } & Pick<CompareTableProps, 'onRemove'>) {
  const model = String(row.model)
  return (
    <div className="grid justify-items-start gap-1">
      <div className="flex w-full items-start gap-2">
        <AppLink
          href={`/library/machines/${row.id}`}
          className="code text-14 font-semibold underline decoration-kraft underline-offset-3 max-md:min-h-11"
        >
          {model}
        </AppLink>
        {onRemove && (
          <Button
            variant="quiet"
            size="dense"
            className="-my-1 ms-auto px-1.5"
            aria-label={t('library.removeFromComparison', { model })}
            onClick={() => onRemove(row.id)}
          >
            <CrossIcon size={12} />
          </Button>
        )}
      </div>
      <span className="text-12 text-text-2">{String(row.name)}</span>
      <ConfigureButton row={row} />
    </div>
  )
}

/** A difference is said in words too, not by its colour alone. */
function LineRow({ line, machines }: { line: Line } & Pick<CompareTableProps, 'machines'>) {
  const { label, isDifferent, cells } = line
  const ground = isDifferent ? 'bg-kraft-soft' : 'bg-surface'
  return (
    <tr>
      <th scope="row" className={`${stub} ${ground} py-2 font-normal text-text-2`}>
        {label}
        {isDifferent && <span className="sr-only"> {t('library.differs')}</span>}
      </th>
      {cells.map((cell, column) => (
        <td
          key={machines[column]?.id}
          className={`border-b border-line px-3 py-2 tabular-nums ${ground} ${isDifferent ? 'font-[550]' : ''}`}
        >
          {cell}
        </td>
      ))}
    </tr>
  )
}

function groupsOf(view: ResourceView, machines: readonly ResourceRow[]): { title: string; lines: Line[] }[] {
  return (view.sections ?? []).map(({ title = '', fields }, index) => {
    const names = index === 0 ? [...fields, ...COUNTS] : fields
    const shown = names.filter((name) => !LEFT_OUT.has(name) && !view.hidden?.includes(name))
    const lines = shown.map((name) => ({
      key: name,
      label: labelOfField(listedMachines, name),
      // A price is another in another currency, and a speed in another unit.
      isDifferent: areDifferent(machines.map((row) => [row[name], row[view.unitFrom?.[name] ?? '']])),
      cells: machines.map((row) => (
        <ValueView key={row.id} resource={listedMachines} view={view} name={name} row={row} />
      )),
    }))
    return { title, lines }
  })
}

function specLine({ key, label, unit, values }: ComparedSpec): Line {
  const cells = values.map((value) => {
    if (value === undefined || value === null) return DASH
    return unit === null ? specWords(value) : t('library.numberWithUnit', { number: specWords(value), unit })
  })
  return { key, label, isDifferent: areDifferent(values), cells }
}
