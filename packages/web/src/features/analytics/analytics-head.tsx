import { api, type usageAudiences, usageWindows } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { authorizedFetch } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { saveFile } from '../../resource/download.ts'
import { Button } from '../../ui/button.tsx'
import { CountingNote } from '../../ui/counting-note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import type { Dashboard } from './analytics-queries.ts'
import { usageRules } from './usage-rules.ts'
import type { AnalyticsAddress } from './use-analytics-address.ts'

const audienceWords: Record<(typeof usageAudiences)[number], string> = {
  all: t('analytics.staffAndCustomers'),
  staff: t('analytics.staff'),
  customers: t('analytics.customers'),
}

interface AnalyticsHeadProps {
  address: AnalyticsAddress
  dashboard: Dashboard | undefined
}

/** The window, whose use is meant, how it is counted, and the file. */
export function AnalyticsHead({ address: { query, setDays, setPeople }, dashboard }: AnalyticsHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-[22px] leading-7 max-md:w-full">{t('analytics.analytics')}</h1>
      <Segments
        label={t('analytics.window')}
        options={usageWindows.map((value) => ({ value, label: t('analytics.daysShort', { days: value }) }))}
        value={query.days}
        onValueChange={setDays}
      />
      <Select
        label={t('analytics.people')}
        options={Object.entries(audienceWords).map(([value, label]) => ({ value, label }))}
        value={query.people}
        onValueChange={setPeople}
      />
      <CountingNote of={t('analytics.use')} rules={usageRules(dashboard?.zone ?? query.zone)} />
      <span className="ms-auto flex flex-wrap items-center gap-x-3 gap-y-2 max-md:ms-0">
        {dashboard && (
          <span className="text-12 text-text-2 tabular-nums">
            {dateFormat('date', dashboard.zone).formatRange(Date.parse(dashboard.from), Date.parse(dashboard.to))},{' '}
            {dashboard.zone}
          </span>
        )}
        <Export query={query} />
      </span>
      {dashboard && <Hidden {...dashboard} />}
    </div>
  )
}

/** Says why people are shown as groups. */
function Hidden({ mode, names }: Dashboard) {
  if (mode === 'full' && names) return null
  return (
    <p className="w-full text-13 text-text-2">
      {mode === 'aggregate' ? t('analytics.noNamesHere') : t('analytics.groupsWithoutNames')}
    </p>
  )
}

function Export({ query }: { query: AnalyticsAddress['query'] }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const response = await authorizedFetch(toRequest(api.exportUsage, { query }))
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), 'analytics.csv')
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: t('resource.theExportFailed', { why }), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={() => void run()}>
      <DownloadIcon size={14} />
      {t('resource.export')}
    </Button>
  )
}
