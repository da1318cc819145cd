import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

interface DrawerPlace {
  slot: HTMLElement | null
  /** Says that a drawer is there. @returns what says that it has gone */
  enter: () => () => void
}

const DrawerContext = createContext<DrawerPlace | undefined>(undefined)

/** Below it a drawer covers the whole screen. */
const phone = matchMedia('(max-width: 45.0615rem)')

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether the screen is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches)
}

/**
 * The room of a back-office screen below the top bar: its content, and a drawer that leaves the content in use. On a phone nothing behind
 * a drawer can be reached.
 */
export function Frame({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [drawers, setDrawers] = useState(0)
  const onPhone = useIsPhone()
  const place = useMemo(() => {
    const enter = () => {
      setDrawers((count) => count + 1)
      return () => setDrawers((count) => count - 1)
    }
    return { slot, enter }
  }, [slot])
  return (
    <DrawerContext value={place}>
      <div className="flex md:h-[calc(100dvh-var(--head))]">
        <div className="flex min-w-0 flex-1 flex-col" inert={onPhone && drawers > 0}>
          {children}
        </div>
        <div ref={setSlot} className="contents" />
      </div>
    </DrawerContext>
  )
}

/** Puts its children beside the content of the frame around it. */
export function BesideContent({ children }: { children: ReactNode }) {
  const place = use(DrawerContext)
  const enter = place?.enter
  useLayoutEffect(() => enter?.(), [enter])
  return place?.slot && createPortal(children, place.slot)
}
