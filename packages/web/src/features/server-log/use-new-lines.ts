import type { LogEntry } from '@packhouse/contract'
import { type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from 'react'

/** How near to its end a list counts as at its end. */
const NEAR_PX = 40

interface NewLinesOptions {
  /** What scrolls. */
  box: RefObject<HTMLElement | null>
  lines: readonly LogEntry[]
  /** Whether the newest line is kept in sight. */
  follows: boolean
  /** The line that is brought into sight, by its offset. */
  sought: number | undefined
}

/** Keeps the newest line in sight until the reader scrolls up, and counts what comes in from then on. */
export function useNewLines({ box, lines, follows, sought }: NewLinesOptions) {
  const [leftAt, setLeftAt] = useState<number>()
  const wasAtEnd = useRef(true)
  const newest = lines.at(-1)?.offset

  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest line is what moves it
  useLayoutEffect(() => {
    if (follows && wasAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [newest, follows])

  const hasSought = sought !== undefined && lines.some(({ offset }) => offset === sought)
  useLayoutEffect(() => {
    if (!hasSought) return
    const line = box.current?.querySelector<HTMLElement>('[aria-current]')
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }, [hasSought, box])

  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
    wasAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
    setLeftAt((before) => (wasAtEnd.current ? undefined : (before ?? newest)))
  }
  const showNewest = () => {
    wasAtEnd.current = true
    setLeftAt(undefined)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }
  const count = follows && leftAt !== undefined ? lines.filter(({ offset }) => offset > leftAt).length : 0
  return { count, onScroll, showNewest }
}
