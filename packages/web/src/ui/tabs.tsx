import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { barTabClasses } from './bar-tab-classes.ts'
import { ChevronRightIcon } from './icons.tsx'
import { ChevronLeftIcon } from './tool-icons.tsx'

export interface TabsProps {
  label: string
  tabs: readonly { value: string; label: ReactNode }[]
  value: string
  onValueChange: (value: string) => void
  /** The panels, each in a `TabPanel`. */
  children: ReactNode
  className?: string
  listClassName?: string
  /** Where the list of tabs is put; above the panels where nothing is said. */
  place?: (list: ReactNode) => ReactNode
}

/** How a tab looks under a line of tabs. */
const tabClasses =
  'relative shrink-0 pt-1 pb-2.5 text-13 font-medium whitespace-nowrap text-text-2 hover:text-text focus-visible:-outline-offset-2 data-active:font-semibold data-active:text-text data-active:after:absolute data-active:after:inset-x-0 data-active:after:bottom-0 data-active:after:h-[3px] data-active:after:bg-kraft max-md:min-h-11'

/** The tab that is shown. */
const ShownTab = createContext('')

/** Tabs: one tab stop, arrow keys move between them. */
export function Tabs(props: TabsProps) {
  const { label, tabs, value, onValueChange, children, className, listClassName = 'gap-5', place } = props
  const list = useRef<HTMLDivElement>(null)
  // On a narrow screen the tabs scroll sideways; the one that is shown must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is shown is known by the page only after it changed
  useEffect(() => {
    const active = list.current?.querySelector('[data-active]')
    // Tabs further down the page are no reason to leave its beginning.
    if (active && active.getBoundingClientRect().top < innerHeight) {
      active.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  }, [value])
  const tabList = (
    <BaseTabs.List
      ref={list}
      aria-label={label}
      className={
        place ? 'flex shrink-0 items-stretch' : `flex min-w-0 flex-1 scroll-px-10 overflow-x-auto ${listClassName}`
      }
    >
      {tabs.map((tab) => (
        <BaseTabs.Tab key={tab.value} value={tab.value} className={place ? barTabClasses : tabClasses}>
          {tab.label}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
  )
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onValueChange(String(next))} className={className}>
      {place ? place(tabList) : <ScrollSigns list={list}>{tabList}</ScrollSigns>}
      <ShownTab value={value}>{children}</ShownTab>
    </BaseTabs.Root>
  )
}

/** Says on either side that there are more tabs than fit, and leads there. The keyboard does not need it: arrows bring every tab into view. */
function ScrollSigns({ list, children }: { list: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const look = () => {
      // In a language that is written from the right the way along is negative.
      const passed = Math.abs(element.scrollLeft)
      const left = element.scrollWidth - element.clientWidth - passed
      setMore((now) => {
        const next = { before: passed > 1, after: left > 1 }
        return now.before === next.before && now.after === next.after ? now : next
      })
    }
    const measure = new ResizeObserver(look)
    measure.observe(element)
    for (const tab of element.children) measure.observe(tab)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      measure.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list])
  const scroll = (direction: 1 | -1) => {
    const element = list.current
    if (element === null) return
    const along = getComputedStyle(element).direction === 'rtl' ? -1 : 1
    element.scrollBy({ left: direction * along * element.clientWidth * 0.7 })
  }
  return (
    <div className="relative flex shrink-0 border-b border-line">
      {children}
      {more.before && (
        <ScrollSign className="start-0 border-e" onClick={() => scroll(-1)}>
          <ChevronLeftIcon />
        </ScrollSign>
      )}
      {more.after && (
        <ScrollSign className="end-0 border-s" onClick={() => scroll(1)}>
          <ChevronRightIcon />
        </ScrollSign>
      )}
    </div>
  )
}

interface ScrollSignProps {
  className: string
  onClick: () => void
  children: ReactNode
}

function ScrollSign({ className, onClick, children }: ScrollSignProps) {
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      onClick={onClick}
      className={`absolute inset-y-0 grid w-9 place-items-center border-line bg-surface text-text-2 hover:text-text max-md:w-11 ${className}`}
    >
      {children}
    </button>
  )
}

export interface TabPanelProps {
  value: string
  /** Stays in the page while another tab is shown, so that nothing typed in it is lost. */
  keepMounted?: boolean
  className?: string
  children: ReactNode
}

export function TabPanel({ value, keepMounted = false, className = '', children }: TabPanelProps) {
  // A panel stays in the page for a moment after its tab was left. The address is that of the next tab by then, and what the
  // panel reads there, such as the open row, is not of its own list.
  const isShown = useContext(ShownTab) === value
  return (
    <BaseTabs.Panel value={value} keepMounted={keepMounted} className={`focus-visible:-outline-offset-2 ${className}`}>
      {(keepMounted || isShown) && children}
    </BaseTabs.Panel>
  )
}
