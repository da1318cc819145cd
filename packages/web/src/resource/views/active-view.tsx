import { t } from '@packhouse/messages'
import { Button } from '../../ui/button.tsx'
import { BookmarkIcon } from '../../ui/tool-icons.tsx'
import type { ListParts } from '../use-list-parts.ts'

/** Names the view that a list shows, and says when the list has been changed since: to save, to save as another, or to go back. */
export function ActiveView({ parts: { views, columns } }: { parts: ListParts }) {
  const { active } = views
  if (active === undefined) return null
  const isChanged = views.isChanged(columns.shown)
  const maySave = active.shared === undefined || views.maySharing.update
  return (
    <section
      aria-label={t('resource.shownView')}
      className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-13 text-text-2"
    >
      <BookmarkIcon size={14} className="shrink-0" />
      <b className="min-w-0 truncate font-[550] text-text">{active.name}</b>
      {isChanged && (
        <>
          <span className="rounded-state border border-kraft bg-kraft-soft px-1.5 text-11 font-semibold text-kraft-strong">
            {t('resource.viewChanged')}
          </span>
          {maySave && (
            <Button variant="quiet" size="dense" onClick={() => void views.update(columns.shown)}>
              {t('resource.saveTheView')}
            </Button>
          )}
          <Button variant="quiet" size="dense" onClick={() => views.setNaming(true)}>
            {t('resource.saveAsNew')}
          </Button>
          <Button variant="quiet" size="dense" onClick={() => views.show(active)}>
            {t('resource.resetView')}
          </Button>
        </>
      )}
    </section>
  )
}
