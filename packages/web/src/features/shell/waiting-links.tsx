import { Suspense } from 'react'
import type { Area } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { barButtonClasses } from './bar-button.ts'

/** Links to the pages where something may wait, such as alarms, where they would be hidden in the menu of their area. */
export function WaitingLinks({ areas }: { areas: readonly Area[] }) {
  const hidden = areas.flatMap(({ sections }) => (sections.length > 1 ? sections : []))
  return hidden.map(({ to, label, Mark }) =>
    Mark === undefined ? null : (
      <AppLink key={to} href={to} className={`relative ${barButtonClasses} max-md:hidden`}>
        <AlertIcon />
        <span className="sr-only">{`${label} `}</span>
        <span className="absolute -top-0.5 left-1/2">
          <Suspense>
            <Mark />
          </Suspense>
        </span>
      </AppLink>
    ),
  )
}
