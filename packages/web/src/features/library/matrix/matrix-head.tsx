// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold a million cells, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the grid, which names the cell with the cursor
import { t } from '@packhouse/messages'
import { memo } from 'react'
import { formatRate } from '../../../lib/format/numbers.ts'
import { classNames } from '../../../ui/class-names.ts'
import { categoryIcons } from './category-icons.tsx'
import { type GridWindow, type Measures, STRIP } from './grid-measures.ts'
import type { MatrixData, MatrixMachine } from './matrix-data.ts'
import type { ColumnGroup, Sheet } from './sheet.ts'

export interface MatrixHeadProps {
  data: MatrixData
  sheet: Sheet
  measures: Measures
  drawn: Pick<GridWindow, 'strip' | 'stripEnd'>
  /** The column with the cursor. */
  at: number
}

/** The two lines above the cells: types of machines, and the machines in sight. They and the first column stay. */
export const MatrixHead = memo(function MatrixHead({ data, sheet, measures, drawn, at }: MatrixHeadProps) {
  const [from, end] = [drawn.strip * STRIP, Math.min(drawn.stripEnd * STRIP, sheet.columns.length)]
  const groups = sheet.groups.filter((group) => group.from < end && group.end > from)
  return (
    <div role="rowgroup" className="sticky top-0 z-4 bg-surface-2">
      <div role="row" aria-rowindex={1} className="relative" style={{ height: measures.groupHead }}>
        <div
          role="columnheader"
          aria-colindex={1}
          className="sticky start-0 z-2 h-full border-e border-b border-line-2 border-b-line bg-surface-2"
          style={{ width: measures.name }}
        >
          <span className="sr-only">{t('matrix.machineType')}</span>
        </div>
        {groups.map((group) => (
          <GroupHead key={group.from} group={group} measures={measures} />
        ))}
      </div>
      <div
        role="row"
        aria-rowindex={2}
        className="relative border-b border-line-2"
        style={{ height: measures.machineHead }}
      >
        <div
          role="columnheader"
          aria-colindex={1}
          className="sticky start-0 z-2 flex h-full items-center border-e border-line-2 bg-surface-2 ps-3.5 text-12 font-[550] text-text-2 max-md:ps-4"
          style={{ width: measures.name }}
        >
          {t('matrix.packagingStyle')}
        </div>
        {groups.flatMap((group) =>
          sheet.columns.slice(Math.max(group.from, from), Math.min(group.end, end)).map((place, index) => {
            const column = Math.max(group.from, from) + index
            const machine = data.machines[place]
            return machine === undefined ? null : (
              <MachineHead
                key={machine.id}
                machine={machine}
                prefix={group.prefix}
                column={column}
                start={measures.name + column * measures.column}
                width={measures.column}
                isAt={column === at}
              />
            )
          }),
        )}
      </div>
    </div>
  )
})

function GroupHead({ group, measures }: { group: ColumnGroup; measures: Measures }) {
  const Shape = categoryIcons[group.category]
  return (
    <div
      role="columnheader"
      aria-colindex={group.from + 2}
      aria-colspan={group.end - group.from}
      title={group.name}
      className="absolute inset-y-0 border-e border-b border-line-2 border-b-line"
      style={{
        insetInlineStart: measures.name + group.from * measures.column,
        width: (group.end - group.from) * measures.column,
      }}
    >
      <span
        className="sticky flex h-full w-fit max-w-full items-center gap-1.5 px-2 text-12 font-[550]"
        style={{ insetInlineStart: measures.name }}
      >
        {group.end - group.from > 2 && <Shape size={14} className="text-text-3" />}
        <span className="min-w-0 truncate">{group.name}</span>
      </span>
    </div>
  )
}

interface MachineHeadProps {
  machine: MatrixMachine
  prefix: string
  column: number
  start: number
  width: number
  isAt: boolean
}

/** Longer models than this need two lines. */
const SHORT = 6

const MachineHead = memo(function MachineHead({ machine, prefix, column, start, width, isAt }: MachineHeadProps) {
  const { model, name, designSpeed } = machine
  const short = model.slice(prefix.length)
  const isLong = short.length > SHORT
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      aria-label={`${model} ${name}`}
      title={`${model} ${name}`}
      className={classNames(
        'absolute inset-y-0 grid content-center overflow-hidden px-0.5 text-center',
        isAt && 'bg-kraft-soft',
      )}
      style={{ insetInlineStart: start, width }}
    >
      <span
        className={classNames(
          'code font-semibold',
          isLong ? 'line-clamp-2 text-11 leading-3 break-all' : 'text-13 leading-4',
        )}
      >
        {short}
      </span>
      {!isLong && designSpeed !== null && (
        <span className="truncate text-11 leading-[13px] text-text-3 tabular-nums">
          {t('matrix.perMinuteShort', { speed: formatRate(designSpeed) })}
        </span>
      )}
    </div>
  )
})
