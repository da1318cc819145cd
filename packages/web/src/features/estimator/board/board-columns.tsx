import type { BoardColumn, ProjectState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { choiceWord } from '../../../resource/view.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { type CardWay, moveAmongCards } from './card-keys.ts'
import { allowedMoves, type CardMove, isBack, movesFrom } from './card-moves.ts'
import { FoldedColumns } from './folded-columns.tsx'
import { MoveQuestion } from './move-question.tsx'
import { OpenColumn } from './open-column.tsx'
import { useCardDrag } from './use-card-drag.ts'
import { useCardMoves } from './use-card-moves.ts'

/** Columns of what is over are folded until somebody wants them. */
const FOLDED: readonly ProjectState[] = ['lost', 'expired']

interface BoardColumnsProps {
  columns: readonly BoardColumn[]
  list: ListAddress
}

/** The columns beside each other; on a phone one at a time. Arrow keys move from card to card, and with Alt the card itself. */
export function BoardColumns({ columns, list }: BoardColumnsProps) {
  const session = useSession()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const board = useRef<HTMLDivElement>(null)
  const moves = useCardMoves()
  const allowedIn = (status: ProjectState) => allowedMoves(session, status)
  const place = (id: string) => {
    const column = columns.find(({ cards }) => cards.some((card) => card.id === id))
    const card = column?.cards.find((one) => one.id === id)
    return column !== undefined && card !== undefined ? { card, status: column.status } : undefined
  }
  const { drag, events } = useCardDrag(board, ({ id }, to) => {
    const placed = place(id)
    if (placed === undefined) return
    const move = allowedIn(placed.status).find((one) => one.to === to)
    if (move === undefined) showToast({ tone: 'failed', message: noSuchMove(placed.status, to) })
    else moves.ask({ ...placed, move })
  })
  const moveByKey = (id: string, way: CardWay) => {
    const placed = place(id)
    if (placed === undefined) return
    const ways = allowedIn(placed.status).filter((move) => isBack(move) === (way === 'back'))
    const [move, ...others] = ways
    // Where there is a choice the menu asks for it.
    if (others.length > 0) board.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-card-menu]`)?.click()
    else if (move !== undefined) moves.ask({ ...placed, move })
    else showToast({ tone: 'failed', message: t(`estimator.noWay.${way}`, { number: placed.card.number }) })
  }
  useKeepCardFocus(board, columns)
  const reachable = drag === undefined ? undefined : new Set(allowedIn(drag.from).map(({ to }) => to))
  const markOf = (status: ProjectState) => {
    if (drag === undefined || status === drag.from) return undefined
    if (reachable?.has(status) !== true) return 'closed'
    return drag.over === status ? 'over' : 'open'
  }
  const folded = isUnfolded ? [] : columns.filter(({ status }) => FOLDED.includes(status))
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys and drags come up from the cards inside */}
      <div
        ref={board}
        onKeyDown={(event) => moveAmongCards(event, board.current, moveByKey)}
        {...events}
        data-columns=""
        className={`flex min-h-0 flex-1 gap-3 overflow-x-auto pb-5 max-md:snap-x max-md:snap-mandatory ${drag === undefined ? '' : 'cursor-grabbing select-none'}`}
      >
        {columns
          .filter((column) => !folded.includes(column))
          .map((column) => (
            <OpenColumn
              key={column.status}
              column={column}
              list={list}
              mark={markOf(column.status)}
              allowed={allowedIn(column.status)}
              onMove={(card, move: CardMove) => moves.ask({ card, status: column.status, move })}
              busyId={moves.busyId ?? drag?.id}
              onFold={FOLDED.includes(column.status) ? () => setIsUnfolded(false) : undefined}
            />
          ))}
        {folded.length > 0 && (
          // What is let go over it is lost: nothing is made to expire.
          <FoldedColumns columns={folded} mark={markOf('lost')} onUnfold={() => setIsUnfolded(true)} />
        )}
      </div>
      <MoveQuestion moves={moves} />
    </>
  )
}

/** Says what a card can become instead. */
function noSuchMove(from: ProjectState, to: ProjectState): string {
  const ways = movesFrom(from)
  const words = { from: choiceWord({}, from), to: choiceWord({}, to) }
  if (ways.length === 0) return t('estimator.movesNowhere', words)
  return t('estimator.noSuchMove', { ...words, ways: ways.map((move) => move.words).join(', ') })
}

/** A card that comes to another column is another element: the focus goes along. */
function useKeepCardFocus(board: React.RefObject<HTMLElement | null>, columns: readonly BoardColumn[]): void {
  const held = useRef<string>(undefined)
  useEffect(() => {
    const { current } = board
    const hold = ({ target }: FocusEvent) => {
      held.current = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined
    }
    current?.addEventListener('focusin', hold)
    return () => current?.removeEventListener('focusin', hold)
  }, [board])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are elsewhere when the columns have changed
  useEffect(() => {
    if (held.current === undefined || document.activeElement !== document.body) return
    board.current?.querySelector<HTMLElement>(`[data-card="${held.current}"]`)?.focus()
  }, [board, columns])
}
