import { useId, useRef } from 'react'
import { type Area, isCurrentSection, type Section } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { barEntryClasses } from './bar-classes.ts'
import { PagesInGroups } from './pages-in-groups.tsx'
import { SectionMark } from './section-mark.tsx'
import type { AreaMenuState } from './use-area-menus.ts'

export interface AreaMenuProps extends AreaMenuState {
  area: Area
  isCurrent: boolean
  pathname: string
  /** How its button looks; as an entry of the top bar where nothing is said. */
  className?: string
  /** The page of it that is open, named beside it where there is room. */
  shown?: string | undefined
}

/** The button of an area or of a group of its pages, and the menu of the pages under it. */
export function AreaMenu(props: AreaMenuProps) {
  const { area, isCurrent, pathname, className = barEntryClasses, shown, isOpen, press, rest, leave, close } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const follow = () => {
    // The entry is hidden with its menu and would lose the focus.
    button.current?.focus()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting the pointer is a shortcut; the button does the same
    <div
      className="relative flex items-stretch"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && rest()}
      onPointerLeave={leave}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <button
        ref={button}
        data-entry
        data-menu={area.label}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-current={isCurrent ? 'true' : undefined}
        className={className}
        // A press by keyboard is a click without a button.
        onClick={({ detail }) => press(detail === 0 ? 'keyboard' : 'pointer')}
      >
        {area.label}
        {shown !== undefined && <span className="font-normal max-md:hidden">{shown}</span>}
        <ChevronDownIcon size={12} className="max-[63.99rem]:hidden" />
      </button>
      <div
        id={id}
        role="menu"
        aria-label={area.label}
        hidden={!isOpen}
        className="absolute top-[calc(100%+1px)] start-0 z-60 max-h-[calc(100dvh-72px)] w-74 max-md:fixed max-md:inset-x-0 max-md:top-(--head) max-md:w-auto overflow-y-auto rounded-b-panel border border-t-0 border-line bg-surface p-1.5 text-text shadow-float [--focus:var(--kraft-strong)]"
      >
        <PagesInGroups area={area}>
          {(section) => (
            <PageEntry
              key={section.to}
              section={section}
              isCurrent={isCurrentSection(section, pathname)}
              isOpen={isOpen}
              onFollow={follow}
            />
          )}
        </PagesInGroups>
      </div>
    </div>
  )
}

interface PageEntryProps {
  section: Section
  isCurrent: boolean
  isOpen: boolean
  onFollow: () => void
}

function PageEntry({ section, isCurrent, isOpen, onFollow }: PageEntryProps) {
  const { to, label, about } = section
  return (
    <AppLink
      role="menuitem"
      tabIndex={-1}
      href={to}
      aria-current={isCurrent ? 'page' : undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border-s-[3px] border-transparent px-2.5 py-2 text-14 font-medium no-underline hover:bg-surface-3 focus-visible:-outline-offset-2 aria-[current]:border-kraft aria-[current]:bg-kraft-soft"
      onClick={onFollow}
    >
      {label}
      {/* Nothing is counted for a menu that nobody opens. */}
      {isOpen && <SectionMark section={section} />}
      <small className="col-start-1 text-12 font-normal text-text-2">{about}</small>
    </AppLink>
  )
}
