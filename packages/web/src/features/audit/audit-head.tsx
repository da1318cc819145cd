import { Menu } from '@base-ui/react/menu'
import { api, auditKinds } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { authorizedFetch } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { saveFile } from '../../resource/download.ts'
import { CrossIcon, SearchIcon } from '../../ui/icons.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import { menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import { filterQuery, windowQuery } from './audit-queries.ts'
import { type AuditAddress, type FilterName, filterNames, type Span, spans } from './use-audit-address.ts'

const kindWords = {
  everything: t('audit.everything'),
  changes: t('audit.changes'),
  'sign-ins': t('audit.signIns'),
  keys: t('audit.apiKeys'),
}
const spanWords: Record<Span, string> = {
  '1': t('audit.lastHour'),
  '24': t('audit.last24Hours'),
  '168': t('audit.last7Days'),
  '720': t('audit.last30Days'),
}
const filterWords: Record<FilterName, string> = {
  q: t('audit.what'),
  who: t('audit.samePerson'),
  key: t('audit.sameKey'),
  record: t('audit.sameRecord'),
  action: t('audit.action'),
  address: t('audit.from'),
  outcome: t('audit.refused'),
}
/** Filters by an id have no words of their own. */
const unnamed: readonly FilterName[] = ['who', 'key', 'record', 'outcome']

/** The kind, the search with its chips, the time, and the file. */
export function AuditHead({ address }: { address: AuditAddress }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="text-[22px] leading-7 max-md:w-full">{t('audit.audit')}</h1>
      <Segments
        label={t('audit.kind')}
        options={auditKinds.map((value) => ({ value, label: kindWords[value] }))}
        value={address.kind}
        onValueChange={address.setKind}
      />
      <Search address={address} />
      <Select
        label={t('audit.window')}
        options={spans.map((value) => ({ value, label: spanWords[value] }))}
        value={address.span}
        onValueChange={address.setSpan}
      />
      <Export address={address} />
    </div>
  )
}

function Search({ address: { filters, setFilter, window, setWindow } }: { address: AuditAddress }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    setFilter('q', text.trim())
    setText('')
  }
  const chips: { name: string; words: string; remove: () => void }[] = filterNames.flatMap((name) => {
    const value = filters[name]
    if (value === undefined) return []
    return [
      {
        name,
        words: unnamed.includes(name) ? filterWords[name] : `${filterWords[name]}: ${value}`,
        remove: () => setFilter(name, undefined),
      },
    ]
  })
  if (window !== undefined) {
    chips.push({ name: 'window', words: t('audit.chosenWindow'), remove: () => setWindow(undefined) })
  }
  return (
    <form
      onSubmit={submit}
      className="flex min-h-9 min-w-60 flex-1 flex-wrap items-center gap-1.5 rounded-control border border-control bg-surface px-2.5 focus-within:outline-2 focus-within:outline-focus max-md:min-h-11 max-md:min-w-full"
    >
      <SearchIcon size={16} className="text-text-3" />
      {chips.map(({ name, words, remove }) => (
        <span
          key={name}
          className="inline-flex items-center gap-1 rounded-state border border-kraft bg-kraft-soft ps-2 text-12 text-kraft-strong"
        >
          <bdi>{words}</bdi>
          <button
            type="button"
            aria-label={t('audit.removeFilter', { words })}
            onClick={remove}
            className="grid size-6 place-items-center max-md:size-11"
          >
            <CrossIcon size={12} />
          </button>
        </span>
      ))}
      <input
        type="search"
        aria-label={t('audit.search')}
        placeholder={t('audit.searchFor')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-[34px] min-w-32 flex-1 bg-transparent text-14 outline-none placeholder:text-text-3 max-md:text-16"
      />
    </form>
  )
}

function Export({ address }: { address: AuditAddress }) {
  const [busy, setBusy] = useState(false)
  const run = async (format: 'csv' | 'json') => {
    setBusy(true)
    try {
      const query = { ...filterQuery(address), ...windowQuery(address, Date.now()), format }
      const response = await authorizedFetch(toRequest(api.exportAuthLog, { query }))
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), `audit.${format}`)
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: t('resource.theExportFailed', { why }), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <ToolMenu label={t('resource.export')} icon={<DownloadIcon size={14} />} variant="standard" busy={busy}>
      <Menu.Item className={menuItemClasses} disabled={busy} onClick={() => void run('csv')}>
        {t('resource.csvFile')}
      </Menu.Item>
      <Menu.Item className={menuItemClasses} disabled={busy} onClick={() => void run('json')}>
        {t('audit.jsonFile')}
      </Menu.Item>
    </ToolMenu>
  )
}
