import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { AppLink } from './app-link.tsx'
import { ChevronLeftIcon } from './tool-icons.tsx'

interface RecordBarPlace {
  /** Takes the place of the section bar. @returns gives it back */
  take: () => () => void
  /** Where the bar of the record is drawn; null until the layout made room for it. */
  slot: HTMLElement | null
}

const Place = createContext<RecordBarPlace>({ take: () => () => {}, slot: null })

/** Lets a page that shows one record put its own bar in place of the section bar. @param children gets whether one has done so */
export function RecordBarProvider({
  children,
}: {
  children: (bar: { isTaken: boolean; setSlot: (slot: HTMLElement | null) => void }) => ReactNode
}) {
  const [takers, setTakers] = useState(0)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const place = useMemo(() => {
    const take = () => {
      setTakers((count) => count + 1)
      return () => setTakers((count) => count - 1)
    }
    return { take, slot }
  }, [slot])
  return <Place value={place}>{children({ isTaken: takers > 0, setSlot })}</Place>
}

export interface RecordBarProps {
  /** The list that the record belongs to. */
  back: { label: string; to: string }
  /** Stands at the end, such as who changed the record last. */
  end?: ReactNode
  /** The tabs of the record. */
  children?: ReactNode
}

/** The bar of an open record in place of the section bar: the way back, its tabs, and a word at the end. */
export function RecordBar({ back, end, children }: RecordBarProps) {
  const { take, slot } = use(Place)
  useLayoutEffect(take, [take])
  if (slot === null) return null
  return createPortal(
    <>
      <nav className="flex shrink-0 items-stretch">
        <AppLink
          href={back.to}
          className="my-2.5 flex items-center gap-1.5 border-e border-line pe-3 text-13 font-medium whitespace-nowrap text-text-2 no-underline hover:text-text max-md:my-0"
        >
          <ChevronLeftIcon size={14} />
          {back.label}
        </AppLink>
      </nav>
      {children}
      {end !== undefined && (
        <div className="ms-auto flex shrink-0 items-center ps-4 text-12 whitespace-nowrap text-text-2 max-lg:hidden">
          {end}
        </div>
      )}
    </>,
    slot,
  )
}
