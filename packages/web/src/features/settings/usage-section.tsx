import { api, type UsageKind, usageDefinitions } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authorizedFetch, callApi } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatCount } from '../../lib/format/numbers.ts'
import { rich } from '../../lib/language/rich.ts'
import { usePageName } from '../../lib/page-names.ts'
import { saveFile } from '../../resource/download.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import { SettingsSection } from './settings-section.tsx'

const kindWords: Record<UsageKind, string> = {
  page_view: t('settings.usageViews'),
  page_time: t('settings.usageTime'),
  action: t('settings.usageActions'),
  api_call: t('settings.usageCalls'),
}

/** What is stored of how the reader uses the product: everybody sees and takes along their own. */
export function UsageSection() {
  const { data, isError } = useQuery({
    queryKey: ['my-usage'],
    queryFn: ({ signal }) => callApi(api.myUsage, {}, { signal }),
  })
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsSection
      title={t('settings.yourUse')}
      text={t('settings.whatIsStoredOfYou', { rawDays: usageDefinitions.rawDays, days: usageDefinitions.rollupDays })}
      actions={<Export />}
    >
      {isError && <Alert tone="bad">{t('settings.thisDidNotWorkLookAgain')}</Alert>}
      {data === undefined && !isError && <Skeleton className="h-16" />}
      {data?.mode === 'off' && <p>{t('settings.nothingIsStoredOfYou')}</p>}
      {data && (
        <p>
          {data.oldest === null
            ? t('settings.noEventsOfYou')
            : rich('settings.eventsOfYou', {
                events: formatCount(data.events),
                sessions: formatCount(data.sessions),
                oldest: <DateLabel value={data.oldest} mode="absolute" />,
              })}
        </p>
      )}
      {data && data.names.length > 0 && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="min-h-8 cursor-pointer font-[550] max-md:min-h-11">{t('settings.whatIsCounted')}</summary>
          {isOpen && <Names names={data.names} />}
        </details>
      )}
    </SettingsSection>
  )
}

interface NamesProps {
  names: readonly { kind: UsageKind; name: string; count: number; minutes: number }[]
}

function Names({ names }: NamesProps) {
  const nameOf = usePageName()
  const cells = 'border-b border-line py-1.5 pe-3'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={t('settings.whatIsCounted')}>
      <table className="w-full text-13">
        <thead>
          <tr className="text-start text-text-2">
            <th className={`${cells} text-start font-normal`}>{t('settings.usageName')}</th>
            <th className={`${cells} text-start font-normal`}>{t('settings.usageKind')}</th>
            <th className={`${cells} text-end font-normal`}>{t('settings.usageCount')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map(({ kind, name, count, minutes }) => (
            <tr key={`${kind} ${name}`}>
              <td className={`${cells} wrap-anywhere`}>{kind === 'api_call' ? <code>{name}</code> : nameOf(name)}</td>
              <td className={cells}>{kindWords[kind]}</td>
              <td className={`${cells} text-end tabular-nums`}>
                {kind === 'page_time' ? t('analytics.minutes', { minutes: formatCount(minutes) }) : formatCount(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Export() {
  const [busy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const run = async () => {
    setBusy(true)
    setFailed(false)
    try {
      const response = await authorizedFetch(toRequest(api.exportMyUsage, {}))
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), 'my-usage.csv')
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  return (
    <>
      {hasFailed && <span role="alert">{t('settings.thisDidNotWorkLookAgain')}</span>}
      <Button busy={busy} onClick={() => void run()}>
        <DownloadIcon size={14} />
        {t('settings.exportYourUse')}
      </Button>
    </>
  )
}
