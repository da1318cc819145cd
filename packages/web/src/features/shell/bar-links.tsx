import { Link, useLocation } from '@tanstack/react-router'
import { useProduct } from '../../lib/public-settings.ts'
import { ExternalIcon } from '../../ui/icons.tsx'

const places = {
  bar:
    'relative flex items-center gap-1.5 px-3 text-14 font-medium text-on-bar-2 no-underline transition-colors ' +
    'hover:text-on-bar aria-[current]:text-on-bar aria-[current]:after:absolute aria-[current]:after:inset-x-3 ' +
    'aria-[current]:after:bottom-0 aria-[current]:after:h-1 aria-[current]:after:bg-bar-mark ' +
    'focus-visible:-outline-offset-4',
  sheet:
    'flex min-h-11 items-center gap-2 rounded-control border-l-4 border-transparent px-3 text-16 font-medium ' +
    'text-on-bar-2 no-underline aria-[current]:border-bar-mark aria-[current]:text-on-bar',
}

/** Machines and Docs, in the bar or in the sheet of a phone. */
export function BarLinks({ place, onFollow }: { place: keyof typeof places; onFollow?: () => void }) {
  const { docsUrl } = useProduct()
  const { pathname } = useLocation()
  const onMachines = pathname === '/' || pathname.startsWith('/machines/')
  return (
    <>
      <Link
        to="/"
        // The router marks only the very page; a machine belongs to Machines too.
        activeProps={{}}
        aria-current={onMachines ? 'page' : undefined}
        className={places[place]}
        onClick={onFollow}
      >
        Machines
      </Link>
      <a href={docsUrl} target="_blank" rel="noopener" className={places[place]} onClick={onFollow}>
        Docs <ExternalIcon size={12} />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </>
  )
}
