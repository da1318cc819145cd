import type { LogEntry, PlacedLogEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { LogLine } from './log-line.tsx'

/** How near to its end a list counts as at its end. */
const NEAR_PX = 40

interface LogLinesProps {
  lines: readonly (LogEntry | PlacedLogEntry)[]
  q: string
  hasDays: boolean
  /** Whether the newest line is kept in sight. */
  follows: boolean
  onPause: () => void
  /** Above the lines. */
  before?: ReactNode
}

/** Lines that scroll. Arrows move, Enter shows the fields, E goes to the next error, Space pauses. */
export function LogLines({ lines, q, hasDays, follows, onPause, before }: LogLinesProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string>()
  const box = useRef<HTMLElement>(null)
  const wasAtEnd = useRef(true)
  const newest = lines.at(-1)?.offset

  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest line is what moves it
  useLayoutEffect(() => {
    if (follows && wasAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [newest, follows])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('button[data-line]') ?? [])]
    const place = rows.indexOf(event.target as HTMLElement)
    const act: Record<string, () => void> = {
      arrowdown: () => rows[place + 1]?.focus(),
      arrowup: () => rows[place - 1]?.focus(),
      e: () =>
        rows
          .slice(place + 1)
          .find((row) => row.dataset.line === 'error')
          ?.focus(),
      ' ': onPause,
    }
    const wanted = act[event.key.toLowerCase()]
    if (wanted === undefined || place < 0) return
    event.preventDefault()
    wanted()
  }
  const idOf = (line: LogEntry | PlacedLogEntry) => `${'file' in line ? line.file : ''} ${line.offset}`
  const toggle = (id: string) => {
    setCurrent(id)
    setOpen((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  }
  const stop = lines.some((line) => idOf(line) === current) ? current : lines[0] && idOf(lines[0])
  return (
    <section
      ref={box}
      aria-label={t('serverLog.lines')}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        wasAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
      }}
      className="min-h-0 flex-1 overflow-auto py-1 max-md:min-h-80"
    >
      {before}
      <ol>
        {lines.map((line) => {
          const id = idOf(line)
          return (
            <LogLine
              key={id}
              entry={line}
              q={q}
              hasDay={hasDays}
              isOpen={open.has(id)}
              tabIndex={id === stop ? 0 : -1}
              onToggle={() => toggle(id)}
            />
          )
        })}
      </ol>
    </section>
  )
}
