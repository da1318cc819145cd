import { type MachineDetails, STALE_AFTER_SECONDS } from '@packhouse/contract'
import { createContext, use, useMemo, useRef, useState } from 'react'
import { useNow } from '../../../lib/format/shared-clock.ts'
import { type SiteClock, siteClock } from '../../../lib/format/site-clock.ts'
import { baseSpan, clampSpan, isMoved, type PageView, spanOf } from './page-view.ts'
import type { TimeSpan } from './time-span.ts'
import { usePageView, type ViewChange } from './use-page-view.ts'
import type { WindowControl } from './use-time-gestures.ts'

/** What all parts of the machine page share: which machine, which window, and whose clock. */
export interface MachineWindow {
  id: string
  view: PageView
  change: (part: Partial<PageView>, how?: ViewChange) => void
  clock: SiteClock
  /** What is shown now, also while a hand moves it. */
  span: TimeSpan
  /** What is asked for: it stays while a hand moves the window. */
  wanted: TimeSpan
  control: WindowControl
  /** Milliseconds since 1970; the machine's clock where it is ahead of the reader's. */
  now: number
  /** Time without data after which nothing is known of the machine, ms. */
  silence: number
}

const WindowContext = createContext<MachineWindow | undefined>(undefined)
export const WindowProvider = WindowContext.Provider

/** The window of the machine page around the component. */
export function useWindow(): MachineWindow {
  const window = use(WindowContext)
  if (!window) throw new Error('useWindow needs a WindowProvider around it.')
  return window
}

/** Whether the window reaches to the present, so that what comes in live belongs to it. */
export function isOpen({ to }: TimeSpan, now: number): boolean {
  return to >= now - 60_000
}

/** @param machine undefined until it is known: until then times are in the reader's own zone */
export function useMachineWindow(id: string, machine: MachineDetails | undefined): MachineWindow {
  const [view, change] = usePageView()
  const [preview, setPreview] = useState<TimeSpan>()
  const clock = siteClock(machine?.timeZone)
  const lastSeen = machine?.lastSeen ? Date.parse(machine.lastSeen) : 0
  const now = Math.floor(Math.max(useNow(10_000), lastSeen) / 1_000) * 1_000
  const wanted = useMemo(() => spanOf(view, clock, now), [view, clock, now])
  const span = preview ?? wanted
  const latest = Math.max(now, baseSpan(view, clock, now).to)

  const parts = useRef({ view, change, latest })
  parts.current = { view, change, latest }
  // The same object for good: a gesture outlives the renders it causes.
  const control = useMemo<WindowControl>(
    () => ({
      preview: setPreview,
      zoomTo(wished) {
        setPreview(undefined)
        const { view: before, latest: end } = parts.current
        const zoom = clampSpan(wished, end)
        // Back undoes a zoom. Moving what is zoomed is no step of its own, or the way back would have hundreds.
        parts.current.change({ zoom }, { canGoBack: !isMoved(before.zoom, zoom) })
      },
      zoomOut() {
        setPreview(undefined)
        if (parts.current.view.zoom) parts.current.change({ zoom: undefined }, { canGoBack: true })
      },
    }),
    [],
  )
  const silence = (machine?.staleAfterSeconds ?? STALE_AFTER_SECONDS) * 1_000
  return { id, view, change, clock, span, wanted, control, now, silence }
}
