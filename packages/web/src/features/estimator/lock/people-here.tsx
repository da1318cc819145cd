import type { ProjectViewer } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { initials } from '../../../ui/initials.ts'

const SHOWN = 4

/** Who has the project open, as the stream says. */
export function PeopleHere({ people }: { people: readonly ProjectViewer[] }) {
  if (people.length < 2) return null
  const names = people.map(({ name }) => name).join(', ')
  return (
    <span className="inline-flex items-center gap-1.5" title={names}>
      <span className="sr-only">{t('editLock.hereNames', { names })}</span>
      <span aria-hidden="true" className="inline-flex items-center gap-1.5">
        {people.slice(0, SHOWN).map(({ userId, name }) => (
          <span
            key={userId}
            className="grid size-6 place-items-center rounded-full bg-surface-3 text-11 font-semibold text-text-2"
          >
            {initialsOf(name)}
          </span>
        ))}
        <span className="text-12 text-text-2">{t('editLock.here', { count: people.length })}</span>
      </span>
    </span>
  )
}

function initialsOf(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  return initials(first, rest.at(-1) ?? '')
}
