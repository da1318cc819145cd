import { api, type MappedMessage } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Badge } from '../../../ui/badge.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { firstFault } from './entry-draft.ts'
import type { StudioMessage } from './use-messages.ts'
import type { Studio } from './use-studio.ts'

const TYPING_MS = 400
const TRIED = 6

/** The records that the entries create from the newest messages, compared with the version in use. */
export function PreviewPanel({ studio, messages }: { studio: Studio; messages: readonly StudioMessage[] }) {
  const { entries, timeAddress, map } = studio
  // The counters go on from message to message, so that the oldest comes first.
  const payloads = messages
    .slice(0, TRIED)
    .map(({ payload }) => payload)
    .reverse()
  const body = useSettled({ tagMapId: map.id, entries, timeAddress: timeAddress.trim() || null, payloads })
  const query = useQuery({
    queryKey: ['tag-map', map.id, 'preview', map.activeVersion, body],
    queryFn: ({ signal }) => callApi(api.previewTagMap, { body }, { signal }),
    enabled: body.payloads.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 10_000,
  })
  return (
    // However long the map is, what it makes of the messages stays in sight.
    <Panel className="ms-8 me-6 mb-4 max-h-[30vh] min-w-0 shrink-0 overflow-auto max-md:mx-4">
      <PanelHead title={t('telemetry.preview')}>
        <span className="text-12 text-text-2">
          {map.activeVersion === null
            ? t('telemetry.noVersionIsInUseYet')
            : t('telemetry.besideVersionWhichIsInUse', { version: map.activeVersion })}
        </span>
      </PanelHead>
      {query.isError && (
        <p role="status" className="border-t border-line px-4 py-3 text-13 text-warn">
          {t('telemetry.theEntriesAreNotComplete', { fault: faultWords(query.error, entries) })}
        </p>
      )}
      {body.payloads.length === 0 && (
        <p className="border-t border-line px-4 py-6 text-13 text-text-2">
          {t('telemetry.thePreviewAppearsWithTheFirst')}
        </p>
      )}
      <ul aria-label={t('telemetry.preview')}>
        {query.data?.toReversed().map(({ payload, after, before, changed }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages have no other name here, and keep no state
          <li key={place} className="grid gap-2 border-t border-line px-4 py-3 text-13">
            <p className="code truncate text-12 text-text-2" title={payload}>
              {payload}
            </p>
            <Outcome after={after} before={before} changed={changed} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function faultWords(error: Error, entries: Studio['entries']): string {
  return (error instanceof ApiError && firstFault(error.errors, entries)) || error.message
}

interface OutcomeProps {
  after: MappedMessage
  before: MappedMessage | null
  changed: readonly string[]
}

function Outcome({ after, before, changed }: OutcomeProps) {
  const names = [...new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(after.fields)])]
  return (
    <>
      {after.refusal && (
        <p className="flex flex-wrap items-baseline gap-2">
          <Badge tone="bad" icon={AlertIcon}>
            {t('telemetry.refused')}
          </Badge>
          <span className="min-w-0 wrap-anywhere">{after.refusal.reason}</span>
        </p>
      )}
      {names.length > 0 && (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-x-4 gap-y-1.5">
          {names.map((name) => (
            <div key={name} className="min-w-0">
              <dt className="code truncate text-12 text-text-2" title={name}>
                {name.replace('machineData.', '')}
              </dt>
              <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
                {changed.includes(name) && before && <s className="text-text-3">{wordOf(before.fields[name])}</s>}
                <b className={changed.includes(name) ? 'font-semibold text-kraft-strong' : 'font-medium'}>
                  {wordOf(after.fields[name])}
                </b>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!after.refusal &&
        after.faults.map(({ address, reason }) => (
          <p key={`${address} ${reason}`} className="text-12 wrap-anywhere text-warn">
            <span className="code">{address}</span>: {reason}
          </p>
        ))}
    </>
  )
}

function wordOf(value: string | number | boolean | null | undefined): string {
  return value === undefined ? t('telemetry.notTold') : String(value)
}

/** The newest value once it stays for a moment. */
function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as Value
}
