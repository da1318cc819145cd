import type { Machine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { memo, useId, useMemo } from 'react'
import type { MachineStatus } from '../../../entities/machine/status.ts'
import { classNames } from '../../../ui/class-names.ts'
import { InfoIcon } from '../../../ui/icons.tsx'
import { type DerivedCard, deriveCard } from '../derive-card.ts'
import type { RosterEntry } from '../machine-store.ts'
import { Sparkline } from '../sparkline/sparkline.tsx'
import { useMachine } from '../store-context.ts'
import { CardDetails } from './card-details.tsx'
import { CardHead } from './card-head.tsx'
import { CardTiles } from './card-tiles.tsx'
import { useDisclosure } from './use-disclosure.ts'

const borders: Record<MachineStatus, string> = {
  running: 'border-ok',
  offline: 'border-bad',
  unknown: 'border-dashed border-bad',
  onOrder: 'border-line-2',
}

interface MachineCardProps {
  entry: RosterEntry
  near: boolean
  withCustomer: boolean
}

/**
 * One machine of the overview.
 *
 * Every card is in the page with its link, status and place, so that Tab, a screen reader's lists and the browser's
 * find in page reach all of a thousand machines; a virtual list would hide those out of sight from all three. Only
 * what costs (canvas, figures, live values) waits until the card comes near the window. The link itself is the same
 * element before and after, so focus is never lost.
 */
export const MachineCard = memo(function MachineCard({ entry, near, withCustomer }: MachineCardProps) {
  const machine = useMachine(entry.id, near)
  const detailsId = useId()
  const { shown, toggle, handlers } = useDisclosure()
  // A machine without lastSeen gets the time at which it arrived.
  const card = useMemo(() => machine && deriveCard(machine, Date.now()), [machine])
  if (!machine || !card) return null
  // A far card does not follow its machine; its status comes from the roster.
  const status = near ? card.status : entry.status
  return (
    // biome-ignore lint/a11y/useSemanticElements: an li must be a direct child of its list, this one is in a chunk
    <div role="listitem">
      <article
        className={classNames(
          'relative flex flex-col rounded-panel border-[1.5px] bg-surface',
          near
            ? 'transition-shadow duration-220 ease-move focus-within:shadow-float hover:shadow-float'
            : 'h-[289px] overflow-hidden',
          borders[status],
        )}
        {...handlers}
      >
        <CardHead card={card} withCustomer={withCustomer} status={status} near={near} describedBy={detailsId} />
        {near && <CardBody machine={machine} card={card} detailsId={detailsId} shown={shown} onToggle={toggle} />}
      </article>
    </div>
  )
})

interface CardBodyProps {
  machine: Machine
  card: DerivedCard
  detailsId: string
  shown: boolean
  onToggle: () => void
}

function CardBody({ machine, card, detailsId, shown, onToggle }: CardBodyProps) {
  return (
    <>
      <div className="relative mt-2.5">
        {/* Not hidden but faded: to a screen reader the words of the sparkline stay. */}
        <div className={shown ? 'opacity-0' : undefined}>
          <Sparkline
            name={card.name}
            status={card.status}
            cycleCounts={machine.cycleCounts}
            lastSeen={machine.lastSeen}
            timeZone={machine.timeZone}
          />
        </div>
        <CardDetails id={detailsId} card={card} shown={shown} />
      </div>
      <CardTiles
        utilization={card.utilization}
        temperature={card.temperature}
        cyclesPerMin={card.cyclesPerMin}
        live={card.status === 'running'}
      />
      <button
        type="button"
        aria-label={t('monitoring.detailsOf', { name: card.name })}
        aria-expanded={shown}
        aria-controls={detailsId}
        onClick={onToggle}
        className="absolute end-0.5 bottom-0.5 z-2 hidden size-11 place-items-center rounded-control text-text-3 max-md:grid pointer-coarse:grid"
      >
        <InfoIcon />
      </button>
    </>
  )
}
