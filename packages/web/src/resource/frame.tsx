import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

const DrawerSlot = createContext<HTMLElement | null>(null)

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

export interface FrameProps {
  /** Whether a drawer is open: on a phone nothing behind it can be reached then. */
  hasDrawer: boolean
  children: ReactNode
}

/** The room of a back-office screen below the top bar: its content, and a drawer that leaves the content in use. */
export function Frame({ hasDrawer, children }: FrameProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const onPhone = useIsPhone()
  return (
    <DrawerSlot value={slot}>
      <div className="flex md:h-[calc(100dvh-var(--head))]">
        <div className="flex min-w-0 flex-1 flex-col" inert={onPhone && hasDrawer}>
          {children}
        </div>
        <div ref={setSlot} className="contents" />
      </div>
    </DrawerSlot>
  )
}

/** Puts its children beside the content of the frame around it. */
export function BesideContent({ children }: { children: ReactNode }) {
  const slot = use(DrawerSlot)
  return slot && createPortal(children, slot)
}
