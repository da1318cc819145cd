import type { BoardColumn, ProjectCard } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPrice } from '../../../lib/format/money.ts'
import { writeListState } from '../../../resource/list-state.ts'
import { declared } from '../../../resource/registry.ts'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { choiceWord } from '../../../resource/view.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { ChevronRightIcon } from '../../../ui/icons.tsx'
import type { CardMove } from './card-moves.ts'
import { type ColumnMark, markClasses } from './column-mark.ts'
import { ProjectCardView } from './project-card.tsx'

export interface OpenColumnProps {
  column: BoardColumn
  list: ListAddress
  mark: ColumnMark
  /** Where its cards may go. */
  allowed: readonly CardMove[]
  onMove: (card: ProjectCard, move: CardMove) => void
  /** The card that is dragged or on its way. */
  busyId: string | undefined
  /** Of columns that are folded until somebody wants them. */
  onFold: (() => void) | undefined
}

/** A column of the board: how many, what they come to, and the first of them. */
export function OpenColumn({ column, list, mark, allowed, onMove, busyId, onFold }: OpenColumnProps) {
  const { status, count, sums, cards } = column
  const word = choiceWord({}, status)
  return (
    <section
      aria-label={t('estimator.columnOf', { status: word, count })}
      data-status={status}
      className={`flex min-h-0 min-w-55 flex-1 snap-start flex-col rounded-panel max-md:min-w-[calc(100vw-56px)] ${markClasses(mark)}`}
    >
      <div className="flex px-3 pt-2.5 pb-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-14 font-semibold">
            {word} <span className="ms-1 font-normal text-text-2 tabular-nums">{count}</span>
          </h2>
          {sums.map((sum) => (
            <ColumnSum key={sum.currency} {...sum} />
          ))}
        </div>
        {onFold !== undefined && (
          <button
            type="button"
            aria-label={t('estimator.foldOver')}
            title={t('estimator.foldOver')}
            onClick={onFold}
            className="grid size-7 shrink-0 place-items-center rounded-control text-text-2 hover:bg-line-2 max-md:size-11"
          >
            <ChevronRightIcon size={14} />
          </button>
        )}
      </div>
      <ol className="grid flex-1 grid-cols-1 content-start gap-2 overflow-y-auto px-2 pb-2">
        {cards.map((card) => (
          <li key={card.id}>
            <ProjectCardView
              card={card}
              status={status}
              moves={allowed}
              onMove={(move) => onMove(card, move)}
              isBusy={card.id === busyId}
            />
          </li>
        ))}
      </ol>
      {count > cards.length && <More column={column} list={list} />}
    </section>
  )
}

function ColumnSum({ currency, total, weighted }: BoardColumn['sums'][number]) {
  return (
    <p
      title={t('estimator.weightedSum', { sum: formatPrice(weighted, currency) })}
      className="text-12 text-text-2 tabular-nums"
    >
      {formatPrice(total, currency)}
    </p>
  )
}

/** The table has what the column has no room for. */
function More({ column: { status, count, cards }, list }: Pick<OpenColumnProps, 'column' | 'list'>) {
  const filters = { ...list.state.filters, status: [status] }
  const given = Object.entries(writeListState(declared('project'), { ...list.state, filters }))
  const query = new URLSearchParams([
    ['as', 'table'],
    ...given.flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  ])
  return (
    <AppLink href={`/estimator/projects?${query}`} className="p-3 text-13 underline">
      {t('estimator.moreInTable', { count: count - cards.length })}
    </AppLink>
  )
}
