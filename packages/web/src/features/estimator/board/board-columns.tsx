import type { BoardColumn } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import { writeListState } from '../../../resource/list-state.ts'
import { declared } from '../../../resource/registry.ts'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { choiceWord } from '../../../resource/view.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { formatWholeAmount } from '../amount.ts'
import { moveAmongCards } from './card-keys.ts'
import { ProjectCardView } from './project-card.tsx'

/** Columns of what is over are folded until somebody wants them. */
const FOLDED: readonly BoardColumn['status'][] = ['lost', 'expired']

interface BoardColumnsProps {
  columns: readonly BoardColumn[]
  list: ListAddress
}

/** The columns beside each other; on a phone one at a time. Arrow keys move from card to card. */
export function BoardColumns({ columns, list }: BoardColumnsProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const board = useRef<HTMLDivElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys come up from the cards inside
    <div
      ref={board}
      onKeyDown={(event) => moveAmongCards(event, board.current)}
      data-columns=""
      className="flex min-h-0 flex-1 gap-3 overflow-x-auto pb-5 max-md:snap-x max-md:snap-mandatory"
    >
      {columns.map((column) =>
        FOLDED.includes(column.status) && !unfolded.has(column.status) ? (
          <FoldedColumn
            key={column.status}
            column={column}
            onUnfold={() => setUnfolded(new Set([...unfolded, column.status]))}
          />
        ) : (
          <OpenColumn key={column.status} column={column} list={list} />
        ),
      )}
    </div>
  )
}

function FoldedColumn({ column: { status, count }, onUnfold }: { column: BoardColumn; onUnfold: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onUnfold}
      className="flex w-11 shrink-0 snap-start items-start justify-center rounded-panel bg-surface-3 pt-3 text-13 hover:bg-line-2"
    >
      <span className="[writing-mode:vertical-rl]">
        {choiceWord({}, status)} <span className="text-text-2 tabular-nums">{count}</span>
      </span>
    </button>
  )
}

function OpenColumn({ column, list }: { column: BoardColumn; list: ListAddress }) {
  const { status, count, sums, cards } = column
  const word = choiceWord({}, status)
  return (
    <section
      aria-label={t('estimator.columnOf', { status: word, count })}
      className="flex min-h-0 min-w-55 flex-1 snap-start flex-col rounded-panel bg-surface-3 max-md:min-w-[calc(100vw-56px)]"
    >
      <div className="px-3 pt-2.5 pb-2">
        <h2 className="text-14 font-semibold">
          {word} <span className="ms-1 font-normal text-text-2 tabular-nums">{count}</span>
        </h2>
        {sums.map(({ currency, total }) => (
          <p key={currency} className="text-12 text-text-2 tabular-nums">
            {formatWholeAmount(total, currency)}
          </p>
        ))}
      </div>
      <ol className="grid flex-1 content-start gap-2 overflow-y-auto px-2 pb-2">
        {cards.map((card, place) => (
          <li key={card.id}>
            <ProjectCardView card={card} status={status} place={place} />
          </li>
        ))}
      </ol>
      {count > cards.length && <More column={column} list={list} />}
    </section>
  )
}

/** The table has what the column has no room for. */
function More({ column: { status, count, cards }, list }: { column: BoardColumn; list: ListAddress }) {
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
