import type { LogEntry, LogLevel } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { Button } from '../../ui/button.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { AlertIcon, InfoIcon, WarningIcon, WrenchIcon } from '../../ui/icons.tsx'
import { levelWords } from './log-words.ts'
import { Marked } from './marked.tsx'

const icons: Record<LogLevel, Icon> = { error: AlertIcon, warning: WarningIcon, info: InfoIcon, debug: WrenchIcon }
const tones: Record<LogLevel, string> = {
  error: 'bg-bad-soft text-bad',
  warning: 'text-warn',
  info: 'text-text',
  debug: 'text-text-2',
}

/** What ties lines together and says nothing by itself: it is among the fields of the open line. */
const quiet = ['request_id', 'trace_id', 'user_id']

interface LogLineProps {
  entry: LogEntry
  /** What is marked in it. */
  q: string
  hasDay: boolean
  isOpen: boolean
  /** Whether somebody was led to it. */
  isSought: boolean
  tabIndex: number
  onToggle: () => void
  /** Leads to the line among those around it. */
  onShowInFile: (() => void) | undefined
}

/** A line: when, how grave, which part, what; and its fields below once it is open. Its words are those of the log in every language. */
export function LogLine({ entry, q, hasDay, isOpen, isSought, tabIndex, onToggle, onShowInFile }: LogLineProps) {
  const { level, message, part, time } = entry
  const Shape = icons[level]
  const fields = Object.entries(entry.fields).map(([name, value]) => ({ name, value: written(value) }))
  const inline = fields.filter(({ name }) => !quiet.includes(name))
  return (
    <li className="[contain-intrinsic-size:auto_22px] [content-visibility:auto]">
      <button
        type="button"
        data-line={level}
        aria-current={isSought ? 'true' : undefined}
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={onToggle}
        className={`grid w-full grid-cols-[auto_20px_88px_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-0.5 text-start font-mono text-12 leading-[18px] hover:bg-surface-3 aria-[current]:bg-kraft-soft max-md:min-h-11 max-md:grid-cols-[auto_20px_minmax(0,1fr)] max-md:py-1.5 ${tones[level]}`}
      >
        <span className="text-text-2 tabular-nums">
          {dateFormat(hasDay ? 'dateTimeFull' : 'timeExact').format(Date.parse(time))}
        </span>
        <span className="self-center">
          <Shape size={14} />
          <span className="sr-only">{levelWords[level]}</span>
        </span>
        <bdi translate="no" className="truncate text-text-2 max-md:col-start-3">
          {part}
        </bdi>
        <bdi translate="no" className="truncate max-md:col-span-3 max-md:whitespace-normal">
          <Marked text={message} q={q} />
          {inline.map(({ name, value }) => (
            <span key={name} className="text-text-2">
              {' '}
              <span className="text-kraft-strong">
                <Marked text={name} q={q} />
              </span>
              =<Marked text={value.slice(0, 200)} q={q} />
            </span>
          ))}
        </bdi>
      </button>
      {isOpen && (
        <div className="ms-4 me-4 mb-2 border-s-3 border-line-2 bg-surface-2 px-4 py-2 md:ms-64">
          <dl translate="no" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-0.5 font-mono text-12">
            {[{ name: 'time', value: time }, { name: 'message', value: message }, ...fields].map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-text-2">{name}</dt>
                <dd className="min-w-0 break-words whitespace-pre-wrap">
                  <bdi>
                    <Marked text={value} q={q} />
                  </bdi>
                </dd>
              </div>
            ))}
          </dl>
          {onShowInFile && (
            <Button size="dense" className="mt-2" onClick={onShowInFile}>
              {t('serverLog.showInFile')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
