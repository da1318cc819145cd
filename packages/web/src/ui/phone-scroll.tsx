import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

interface PhoneScrollProps {
  onScroll: () => void
  children: ReactNode
}

/** Scrolls its content sideways on phones, from left to right in every language, and fades it at each edge beyond which there is more. */
export function PhoneScroll({ onScroll, children }: PhoneScrollProps) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const sizes = new ResizeObserver(() => markEdges(element))
    for (const sized of [element, ...element.children]) sizes.observe(sized)
    return () => sizes.disconnect()
  }, [])
  return (
    <div
      ref={area}
      dir="ltr"
      data-scrolls=""
      onScroll={(event) => {
        markEdges(event.currentTarget)
        onScroll()
      }}
      className="min-w-0 max-md:overflow-x-auto max-md:fade-more"
    >
      {children}
    </div>
  )
}

/** Names the edges beyond which there is more; by hand, since a render for each step of a scroll would make that jerk. */
function markEdges(element: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = element
  // Widths are rounded.
  const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1
  element.dataset.more = classNames(scrollLeft > 1 && 'left', !isAtEnd && 'right')
}
