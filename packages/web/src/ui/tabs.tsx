import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { barTabClasses } from './bar-tab-classes.ts'

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

/** How a tab looks under a line of tabs. The one that is shown is no wider for it: none moves to another line. */
const tabClasses =
  'relative max-w-full pt-1 pb-2.5 text-13 font-medium whitespace-nowrap text-text-2 hover:text-text focus-visible:-outline-offset-2 data-active:text-text data-active:[-webkit-text-stroke:0.35px] data-active:after:absolute data-active:after:inset-x-0 data-active:after:bottom-0 data-active:after:h-[3px] data-active:after:bg-kraft max-md:min-h-11'

/** The tab that is shown. */
const ShownTab = createContext('')

/** Tabs: one tab stop, arrow keys move between them. */
export function Tabs(props: TabsProps) {
  const { label, tabs, value, onValueChange, children, className, listClassName = 'gap-5', place } = props
  const list = useRef<HTMLDivElement>(null)
  // A bar that they are placed in scrolls sideways; the tab that is shown must be seen.
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
        // Never wider than their place: those that do not fit go on in the next line.
        place ? 'flex shrink-0 items-stretch' : `flex shrink-0 flex-wrap gap-y-0 border-b border-line ${listClassName}`
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
      {place ? place(tabList) : tabList}
      <ShownTab value={value}>{children}</ShownTab>
    </BaseTabs.Root>
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
