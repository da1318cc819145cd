import type { LogEntry, PlacedLogEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LogLine } from './log-line.tsx'
import { useNewLines } from './use-new-lines.ts'

interface LogLinesProps {
  lines: readonly (LogEntry | PlacedLogEntry)[]
  q: string
  hasDays: boolean
  /** Whether the newest line is kept in sight. */
  follows: boolean
  /** Absent where nothing comes in. */
  onPause?: () => void
  /** Above and below the lines. */
  before?: ReactNode
  after?: ReactNode
  /** The line that somebody was led to, by its offset. */
  sought?: number | undefined
  onShowInFile?: (line: PlacedLogEntry) => void
}

/** Lines that scroll. Arrows move, Enter shows the fields, N and E go to the next hit and error, Space pauses. */
export function LogLines(props: LogLinesProps) {
  const { lines, q, hasDays, follows, onPause, before, after, sought, onShowInFile } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string>()
  const box = useRef<HTMLElement>(null)
  const arrivals = useNewLines({ box, lines, follows, sought })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('button[data-line]') ?? [])]
    const place = rows.indexOf(event.target as HTMLElement)
    const act: Record<string, (() => void) | undefined> = {
      arrowdown: () => rows[place + 1]?.focus(),
      arrowup: () => rows[place - 1]?.focus(),
      e: () =>
        rows
          .slice(place + 1)
          .find((row) => row.dataset.line === 'error')
          ?.focus(),
      n: () =>
        rows
          .slice(place + 1)
          .find((row) => row.querySelector('mark') !== null)
          ?.focus(),
      ...(onPause && { ' ': onPause }),
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
  const first = lines.find(({ offset }) => offset === sought) ?? lines[0]
  const stop = lines.some((line) => idOf(line) === current) ? current : first && idOf(first)
  return (
    <section
      ref={box}
      aria-label={t('serverLog.lines')}
      onKeyDown={onKeyDown}
      onScroll={arrivals.onScroll}
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
              isSought={line.offset === sought}
              tabIndex={id === stop ? 0 : -1}
              onToggle={() => toggle(id)}
              onShowInFile={onShowInFile && 'file' in line ? () => onShowInFile(line) : undefined}
            />
          )
        })}
      </ol>
      {after}
      {arrivals.count > 0 && (
        <div className="sticky bottom-2 flex justify-center">
          <Button size="dense" className="shadow-float" onClick={arrivals.showNewest}>
            {t('serverLog.newLines', { count: arrivals.count })}
          </Button>
        </div>
      )}
    </section>
  )
}
