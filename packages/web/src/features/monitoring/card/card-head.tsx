import { t } from '@packhouse/messages'
import { type MouseEvent, type RefObject, useRef } from 'react'
import { familyIcon } from '../../../entities/machine/machine-icons.tsx'
import { type MachineStatus, statusViews } from '../../../entities/machine/status.ts'
import { StatusBadge } from '../../../entities/machine/status-badge.tsx'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import type { DerivedCard } from '../derive-card.ts'
import { MachineCode } from '../machine-code.tsx'
import { CardState } from './card-state.tsx'

interface CardHeadProps {
  card: DerivedCard
  /** Whether to name the customer: a reader who sees one customer knows it. */
  withCustomer: boolean
  status: MachineStatus
  near: boolean
  describedBy: string
}

/** Name, status, state, place and age of a card. The link is stretched over the whole card. Of a far card there is only what can be found. */
export function CardHead({ card, withCustomer, status, near, describedBy }: CardHeadProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const Family = familyIcon(card.id)
  return (
    <div className="pt-3.5 pe-3.5 ps-4">
      <div className="flex items-center gap-[9px]">
        {near && <Family size={20} className="text-text-3" />}
        <h2 className="min-w-0 text-17 tracking-[-0.005em]">
          <AppLink
            ref={link}
            href={`/machines/${encodeURIComponent(card.id)}`}
            aria-describedby={near ? describedBy : undefined}
            className="block truncate after:absolute after:inset-0 after:z-1 after:rounded-[5px] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-focus"
          >
            {near ? <MachineCode id={card.name} /> : <bdi translate="no">{card.name}</bdi>}
          </AppLink>
        </h2>
        {near ? <StatusBadge status={status} className="ms-auto" /> : <span>{statusViews[status].word}</span>}
      </div>
      {near ? <Facts card={card} withCustomer={withCustomer} link={link} /> : card.location}
    </div>
  )
}

interface FactsProps extends Pick<CardHeadProps, 'card' | 'withCustomer'> {
  link: RefObject<HTMLAnchorElement | null>
}

/** Place, customer, state and age. */
function Facts({ card, withCustomer, link }: FactsProps) {
  return (
    <>
      <div className="mt-1 flex min-h-4 justify-between gap-x-3 text-12 text-text-2">
        <span className="min-w-0 truncate">{card.location}</span>
        {withCustomer && <span className="min-w-0 truncate text-text-3">{card.customer}</span>}
      </div>
      <div className="mt-0.5 flex min-h-4 justify-between gap-x-3 text-12 text-text-2">
        <CardState card={card} />
        {card.status !== 'onOrder' && (
          <DateLabel
            value={card.lastUpdated}
            sentence={(when) => t('monitoring.updatedAt', { when })}
            className="relative z-2 cursor-pointer whitespace-nowrap text-text-3 tabular-nums"
            onClick={(event) => passOn(event, link.current)}
          />
        )}
      </div>
    </>
  )
}

/**
 * The date lies above the stretched link, or its title could not be hovered. A click on it is a click on the card, with
 * the keys that open a new tab.
 */
function passOn(event: MouseEvent, link: HTMLAnchorElement | null): void {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  link?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey }),
  )
}
