import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { ChevronRightIcon } from '../../../ui/icons.tsx'
import { Menu, MenuAction } from '../../../ui/menu.tsx'
import { MoreIcon, UndoIcon } from '../../../ui/tool-icons.tsx'
import { type CardMove, isBack } from './card-moves.ts'

interface CardMenuProps {
  number: string
  moves: readonly CardMove[]
  isBusy: boolean
  onMove: (move: CardMove) => void
}

/** Where a project can go from here, for those who do not drag. */
export function CardMenu({ number, moves, isBusy, onMove }: CardMenuProps) {
  if (moves.length === 0) return null
  return (
    <div className="absolute end-1 top-1">
      <Menu
        trigger={
          <Button
            variant="quiet"
            size="dense"
            data-card-menu=""
            busy={isBusy}
            aria-label={t('estimator.nextStepOf', { number })}
            className="w-[30px] px-0 max-md:w-11"
          >
            {!isBusy && <MoreIcon size={14} />}
          </Button>
        }
      >
        {moves.map((move) => (
          <MenuAction key={move.name} icon={isBack(move) ? UndoIcon : ChevronRightIcon} onSelect={() => onMove(move)}>
            {move.words}
          </MenuAction>
        ))}
      </Menu>
    </div>
  )
}
