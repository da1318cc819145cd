import { t } from '@packhouse/messages'
import { type MouseEvent, useRef } from 'react'
import { familyIcon } from '../../../entities/machine/machine-icons.tsx'
import type { MachineStatus } from '../../../entities/machine/status.ts'
import { StatusBadge } from '../../../entities/machine/status-badge.tsx'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import type { DerivedCard } from '../derive-card.ts'
import { MachineCode } from '../machine-code.tsx'

interface CardHeadProps {
  card: DerivedCard
  status: MachineStatus
  near: boolean
  describedBy: string
}

/** Name, status, place and age of a card. The link is stretched over the whole card. */
export function CardHead({ card, status, near, describedBy }: CardHeadProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const Family = familyIcon(card.id)
  return (
    <div className="pt-3.5 pe-3.5 ps-4">
      <div className="flex items-center gap-[9px]">
        <Family size={20} className="text-text-3" />
        <h2 className="min-w-0 text-17 tracking-[-0.005em]">
          <AppLink
            ref={link}
            href={`/machines/${encodeURIComponent(card.id)}`}
            aria-describedby={near ? describedBy : undefined}
            className="block truncate after:absolute after:inset-0 after:z-1 after:rounded-[5px] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-focus"
          >
            <MachineCode id={card.name} />
          </AppLink>
        </h2>
        <StatusBadge status={status} className="ms-auto" />
      </div>
      <div className="mt-1 flex min-h-4 justify-between gap-x-3 max-sm:flex-wrap text-12 text-text-2">
        <span className="min-w-0 truncate">{card.location}</span>
        {near && (
          <DateLabel
            value={card.lastUpdated}
            sentence={(when) => t('monitoring.updatedAt', { when })}
            className="relative z-2 cursor-pointer whitespace-nowrap text-text-3 tabular-nums"
            onClick={(event) => passOn(event, link.current)}
          />
        )}
      </div>
    </div>
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
