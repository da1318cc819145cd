import { type Api, api, type CallResult, type LogFile, type LogLevel, logLevels } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { formatFileSize } from '../../resource/files/file-size.ts'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { GoToTime } from './go-to-time.tsx'
import { useDebugSwitch } from './log-queries.ts'
import { levelWords } from './log-words.ts'
import type { LogAddress } from './use-log-address.ts'

/** Other lines of other servers are in their own files. */
const SHARED_LEVELS: readonly LogLevel[] = ['error', 'warning']

const fileClasses =
  'flex min-h-[30px] w-full items-center justify-between gap-2 border-s-3 border-transparent px-3.5 text-start text-13 ' +
  'hover:bg-surface-3 aria-[current]:border-kraft aria-[current]:bg-kraft-soft aria-[current]:font-[550] max-md:min-h-11'

interface LogFiltersProps {
  address: LogAddress
  files: readonly LogFile[]
  file: LogFile | undefined
  counts: CallResult<Api['viewLog']> | undefined
  debugUntil: string | null
}

/** What is shown: levels, parts of the product, and which file. */
export function LogFilters({ address, files, file, counts, debugUntil }: LogFiltersProps) {
  const parts = Object.entries(counts?.parts ?? {}).sort(([, one], [, other]) => other - one)
  const { isOfAllServers } = address
  const levels = isOfAllServers ? SHARED_LEVELS : logLevels
  return (
    <div className="flex flex-col gap-5 py-4">
      <Choices
        name={t('serverLog.level')}
        options={levels.map((level) => ({
          value: level,
          label: levelWords[level],
          count: counts && (counts.levels[level] ?? 0),
        }))}
        shown={address.levels}
        onChange={(shown) => address.setLevels(shown as LogLevel[] | undefined)}
      />
      <DebugButton until={debugUntil} />
      {file !== undefined && !isOfAllServers && counts?.to && (
        <GoToTime key={file.name} files={files} file={file} address={address} newest={Date.parse(counts.to)} />
      )}
      {parts.length > 0 && !isOfAllServers && (
        <Choices
          name={t('serverLog.part')}
          options={parts.map(([value, count]) => ({ value, label: value, count }))}
          shown={address.parts}
          onChange={address.setParts}
        />
      )}
      <nav aria-label={t('serverLog.files')}>
        <h2 className="px-4 pb-1 text-12 font-[550] text-text-2">{t('serverLog.files')}</h2>
        <ul>
          <li>
            <button
              type="button"
              aria-current={isOfAllServers ? 'true' : undefined}
              onClick={address.setAllServers}
              className={fileClasses}
            >
              {t('serverLog.allServers')}
            </button>
          </li>
          {files.map(({ name, day, bytes, current }) => (
            <li key={name}>
              <button
                type="button"
                title={name}
                aria-current={name === file?.name && !isOfAllServers ? 'true' : undefined}
                onClick={() => address.setFile(name)}
                className={fileClasses}
              >
                <span>{current ? t('serverLog.now') : dateFormat('date', 'UTC').format(Date.parse(day))}</span>
                <span className="text-12 text-text-2 tabular-nums">{formatFileSize(bytes)}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

interface ChoicesProps {
  name: string
  options: readonly { value: string; label: string; count: number | undefined }[]
  /** Undefined for all. */
  shown: readonly string[] | undefined
  onChange: (shown: string[] | undefined) => void
}

function Choices({ name, options, shown, onChange }: ChoicesProps) {
  const toggle = (value: string) => {
    const before = shown ?? options.map((option) => option.value)
    const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
    // Nothing at all is never what is wanted: then all are shown again.
    const isAll = after.length === 0 || options.every((option) => after.includes(option.value))
    onChange(isAll ? undefined : after)
  }
  return (
    <fieldset>
      <legend className="px-4 pb-1 text-12 font-[550] text-text-2">{name}</legend>
      {options.map(({ value, label, count }) => (
        <label key={value} className="flex min-h-7 items-center gap-2.5 px-4 text-13 max-md:min-h-11">
          <input
            type="checkbox"
            checked={shown?.includes(value) ?? true}
            onChange={() => toggle(value)}
            className="size-4 accent-action"
          />
          <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
          {count !== undefined && <span className="text-12 text-text-2 tabular-nums">{formatCount(count)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** Debug lines are many: they are stored for an hour at a time. */
function DebugButton({ until }: { until: string | null }) {
  const access = usePermission(api.setLogDebug)
  const debug = useDebugSwitch()
  const isOn = until !== null
  return (
    <div className="flex flex-col items-start gap-1.5 px-4">
      <Button
        size="dense"
        busy={debug.isPending}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => debug.mutate(!isOn)}
      >
        {isOn ? t('serverLog.stopDebugLines') : t('serverLog.storeDebugLines')}
      </Button>
      <p role="status" className="text-12 text-text-2">
        {isOn && t('serverLog.debugUntil', { time: dateFormat('time').format(Date.parse(until)) })}
      </p>
    </div>
  )
}
