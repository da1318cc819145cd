import type { BoardColumn, ProjectCard } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useSession } from '../../../lib/session.ts'
import { permissionFor } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { ChevronRightIcon } from '../../../ui/icons.tsx'
import { Menu, MenuAction } from '../../../ui/menu.tsx'
import { MoreIcon } from '../../../ui/tool-icons.tsx'
import { nextSteps } from './next-steps.ts'
import { useNextStep } from './use-next-step.ts'

/** The menu with what a project can become next, where the reader may do that. */
export function NextStep({ card, status }: { card: ProjectCard; status: BoardColumn['status'] }) {
  const session = useSession()
  const { take, isBusy } = useNextStep()
  const allowed = nextSteps(status).filter(({ call }) => permissionFor(session, call).allowed)
  if (allowed.length === 0) return null
  return (
    <div className="absolute end-1 top-1">
      <Menu
        trigger={
          <Button
            variant="quiet"
            size="dense"
            data-next-step=""
            busy={isBusy}
            aria-label={t('estimator.nextStepOf', { number: card.number })}
            className="w-[30px] px-0 max-md:w-11"
          >
            {!isBusy && <MoreIcon size={14} />}
          </Button>
        }
      >
        {allowed.map((step) => (
          <MenuAction key={step.name} icon={ChevronRightIcon} onSelect={() => take(card, step)}>
            {step.words}
          </MenuAction>
        ))}
      </Menu>
    </div>
  )
}
