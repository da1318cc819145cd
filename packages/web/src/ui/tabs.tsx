import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'

export interface TabsProps {
  label: string
  tabs: readonly { value: string; label: ReactNode }[]
  value: string
  onValueChange: (value: string) => void
  /** The panels, each in a `TabPanel`. */
  children: ReactNode
  className?: string
  listClassName?: string
}

/** The tab that is shown. */
const ShownTab = createContext('')

/** Tabs: one tab stop, arrow keys move between them. */
export function Tabs({ label, tabs, value, onValueChange, children, className, listClassName = 'gap-5' }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // On a narrow screen the tabs scroll sideways; the one that is shown must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is shown is known by the page only after it changed
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onValueChange(String(next))} className={className}>
      <BaseTabs.List
        ref={list}
        aria-label={label}
        className={`flex shrink-0 scroll-px-6 overflow-x-auto border-b border-line ${listClassName}`}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="relative shrink-0 pt-1 pb-2.5 text-13 font-medium whitespace-nowrap text-text-2 hover:text-text focus-visible:-outline-offset-2 data-active:font-semibold data-active:text-text data-active:after:absolute data-active:after:inset-x-0 data-active:after:bottom-0 data-active:after:h-[3px] data-active:after:bg-kraft max-md:min-h-11"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
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
