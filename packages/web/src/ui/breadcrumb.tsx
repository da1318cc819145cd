import { t } from '@packhouse/messages'
import { AppLink } from './app-link.tsx'
import { ChevronRightIcon } from './icons.tsx'

export interface Crumb {
  label: string
  /** Where it leads; the last crumb is the page itself and leads nowhere. */
  to?: string
}

/** The way from the start to this page. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('ui.breadcrumb')}>
      <ol className="flex items-center gap-1.5 text-12 text-text-3">
        {crumbs.map((crumb, index) => (
          // The page's own name may be long; the link back is never shortened for it.
          <li key={crumb.label} className="flex min-w-0 items-center gap-1.5 not-last:shrink-0">
            {index > 0 && <ChevronRightIcon size={12} className="shrink-0" />}
            {crumb.to === undefined ? (
              <span aria-current="page" className="code truncate">
                {crumb.label}
              </span>
            ) : (
              <AppLink href={crumb.to} className="hover:underline max-md:-my-3.5 max-md:py-3.5">
                {crumb.label}
              </AppLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
