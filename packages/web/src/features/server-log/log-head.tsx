import { api, MAX_LOG_QUERY } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { authorizedFetch } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { saveFile } from '../../resource/download.ts'
import { Button } from '../../ui/button.tsx'
import { CrossIcon, SearchIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import type { LogAddress } from './use-log-address.ts'

interface LogHeadProps {
  address: LogAddress
  file: string | undefined
  /** What is said of the search, or of the stream. */
  words: string
  isPaused: boolean
  /** Absent where nothing comes in. */
  onPause: (() => void) | undefined
}

/** Search over all files, pausing what comes in, and the file itself. */
export function LogHead({ address, file, words, isPaused, onPause }: LogHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-surface-3 py-3 pe-6 ps-8 max-md:px-4">
      <h1 className="text-[22px] leading-7 max-md:w-full">{t('serverLog.serverLog')}</h1>
      <Search key={address.q} address={address} />
      <span role="status" className="text-12 text-text-2 tabular-nums">
        {words}
      </span>
      <span className="ms-auto flex gap-2">
        <Button aria-pressed={isPaused} disabled={onPause === undefined} onClick={onPause}>
          {isPaused ? t('serverLog.goOn') : t('serverLog.pause')}
        </Button>
        <Download file={file} />
      </span>
    </div>
  )
}

function Search({ address: { q, isPattern, setSearch } }: { address: LogAddress }) {
  const [text, setText] = useState(q)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof HTMLInputElement
      if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSearch(text, isPattern)
  }
  return (
    <form
      onSubmit={submit}
      className="flex h-9 max-w-xl min-w-60 flex-1 items-center gap-1.5 rounded-control border border-control bg-surface px-2.5 focus-within:outline-2 focus-within:outline-focus max-md:h-11 max-md:min-w-full"
    >
      <SearchIcon size={16} className="text-text-3" />
      <input
        ref={field}
        type="search"
        aria-label={t('serverLog.searchAllFiles')}
        placeholder={t('serverLog.searchAllFiles')}
        maxLength={MAX_LOG_QUERY}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-text-3 max-md:text-16 [&::-webkit-search-cancel-button]:hidden"
      />
      {q !== '' && (
        <button
          type="button"
          aria-label={t('serverLog.endSearch')}
          onClick={() => setSearch('', isPattern)}
          className="grid size-7 place-items-center max-md:size-11"
        >
          <CrossIcon size={14} />
        </button>
      )}
      <button
        type="button"
        aria-pressed={isPattern}
        title={t('serverLog.regularExpression')}
        aria-label={t('serverLog.regularExpression')}
        onClick={() => setSearch(text, !isPattern)}
        className="grid size-7 place-items-center rounded-state font-mono text-13 text-text-2 aria-pressed:bg-kraft-soft aria-pressed:text-kraft-strong max-md:size-11"
      >
        .*
      </button>
    </form>
  )
}

function Download({ file }: { file: string | undefined }) {
  const [busy, setBusy] = useState(false)
  const run = async (name: string) => {
    setBusy(true)
    try {
      const response = await authorizedFetch(toRequest(api.downloadLog, { query: { file: name } }))
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), name)
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: t('resource.theExportFailed', { why }), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <Button busy={busy} disabled={file === undefined} onClick={() => file !== undefined && void run(file)}>
      <DownloadIcon size={14} />
      {t('serverLog.download')}
    </Button>
  )
}
