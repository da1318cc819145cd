import { t } from '@packhouse/messages'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useProduct } from '../../lib/public-settings.ts'
import { type Area, currentArea, isCurrentSection, type Section } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ChevronDownIcon, CrossIcon, ExternalIcon, MenuIcon, SearchIcon } from '../../ui/icons.tsx'
import { barButtonClasses } from './bar-button.ts'
import { sheetLinkClasses } from './bar-classes.ts'
import { PagesInGroups } from './pages-in-groups.tsx'
import { SectionMark } from './section-mark.tsx'

export interface AreaSheetProps {
  areas: readonly Area[]
  className: string
  /** Absent where the reader finds nothing. */
  onSearch: (() => void) | undefined
}

/** The areas as a sheet under the bar, behind the menu button. Escape closes it and returns to its button. */
export function AreaSheet({ areas, className, onSearch }: AreaSheetProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [open])
  return (
    <div className={className}>
      <button
        ref={button}
        type="button"
        aria-label={open ? t('shell.closeMenu') : t('shell.openMenu')}
        aria-expanded={open}
        aria-controls="area-sheet"
        className={barButtonClasses}
        onClick={() => setOpen(!open)}
      >
        {open ? <CrossIcon size={20} /> : <MenuIcon size={20} />}
      </button>
      <nav
        id="area-sheet"
        aria-label={t('shell.main')}
        hidden={!open}
        className="absolute inset-x-0 top-full h-[calc(100dvh-56px)] overflow-y-auto bg-bar px-4 pb-6"
      >
        {open && (
          <SheetContent
            areas={areas}
            onFollow={() => setOpen(false)}
            onSearch={
              onSearch &&
              (() => {
                setOpen(false)
                button.current?.focus()
                onSearch()
              })
            }
          />
        )}
      </nav>
    </div>
  )
}

interface SheetContentProps {
  areas: readonly Area[]
  onFollow: () => void
  onSearch: AreaSheetProps['onSearch']
}

/** Search first, then the areas, one of them open at a time: that of the current page from the start. */
function SheetContent({ areas, onFollow, onSearch }: SheetContentProps) {
  const { docsUrl } = useProduct()
  const { pathname } = useLocation()
  const [shown, setShown] = useState(() => currentArea(areas, pathname)?.label)
  const line = 'border-t border-on-bar/15'
  return (
    <>
      {onSearch && (
        <button
          type="button"
          className="mt-1 mb-2.5 flex h-11 w-full items-center gap-2.5 rounded-control border border-on-bar/30 px-3 text-16 text-on-bar-2"
          onClick={onSearch}
        >
          <SearchIcon />
          {t('shell.searchEverything')}
        </button>
      )}
      {areas.map((area) => (
        <div key={area.label} className={line}>
          {area.sections.length === 1 ? (
            <PageLink section={{ ...area.sections[0], label: area.label }} pathname={pathname} onFollow={onFollow} />
          ) : (
            <SheetArea
              area={area}
              pathname={pathname}
              isOpen={shown === area.label}
              onToggle={() => setShown(shown === area.label ? undefined : area.label)}
              onFollow={onFollow}
            />
          )}
        </div>
      ))}
      <div className={line}>
        <a href={docsUrl} target="_blank" rel="noopener" className={sheetLinkClasses} onClick={onFollow}>
          {t('shell.docs')} <ExternalIcon size={12} />
          <span className="sr-only">{t('shell.opensInANewTab')}</span>
        </a>
      </div>
    </>
  )
}

interface SheetAreaProps {
  area: Area
  pathname: string
  isOpen: boolean
  onToggle: () => void
  onFollow: () => void
}

function SheetArea({ area, pathname, isOpen, onToggle, onFollow }: SheetAreaProps) {
  const { label, sections } = area
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex h-12.5 w-full items-center gap-2.5 px-3 text-start text-16 font-semibold"
        onClick={onToggle}
      >
        {label}
        <small className="text-12 font-normal text-on-bar-2">
          <span aria-hidden="true">{sections.length}</span>
          <span className="sr-only">{t('shell.pagesCount', { count: sections.length })}</span>
        </small>
        <ChevronDownIcon size={16} className={`ms-auto text-on-bar-2 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen && (
        <div className="grid pb-2.5 ps-3">
          <PagesInGroups area={area}>
            {(section) => <PageLink key={section.to} section={section} pathname={pathname} onFollow={onFollow} />}
          </PagesInGroups>
        </div>
      )}
    </>
  )
}

interface PageLinkProps {
  section: Section
  pathname: string
  onFollow: () => void
}

function PageLink({ section, pathname, onFollow }: PageLinkProps) {
  return (
    <AppLink
      href={section.to}
      aria-current={isCurrentSection(section, pathname) ? 'page' : undefined}
      className={sheetLinkClasses}
      onClick={onFollow}
    >
      {section.label}
      <span className="ms-auto">
        <SectionMark section={section} />
      </span>
    </AppLink>
  )
}
