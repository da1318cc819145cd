import { lineHours } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useRememberedChoice } from '../../lib/use-remembered-choice.ts'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LineFlowPanel } from './line-flow-panel.tsx'
import { useLineFlow, useLines } from './use-lines.ts'

const hourChoices = lineHours.map(String)

/** Which machine of a line the others wait for. */
export function LinesPage() {
  useDocumentTitle(t('lines.lines'))
  const { data, isLoadingError, refetch } = useLines()
  const lines = data?.lines ?? []
  const [chosen, choose] = useSearchChoice('line', ['', ...lines.map(({ id }) => id)], '')
  const [hours, setHours] = useRememberedChoice('hours', 'packhouse-lines-hours', hourChoices, '8')
  const id = chosen === '' ? (lines[0]?.id ?? '') : chosen
  const flow = useLineFlow(id, hours)
  return (
    <Page>
      <PageHead title={t('lines.lines')} subtitle={t('lines.subtitle')}>
        {lines.length > 0 && (
          <div className="flex flex-wrap items-center gap-3">
            <Select
              label={t('lines.line')}
              options={lines.map(({ id: value, name, location, customer }) => ({
                value,
                label: [name, location, customer].filter(Boolean).join(', '),
              }))}
              value={id}
              onValueChange={choose}
            />
            <Segments
              label={t('lines.window')}
              options={lineHours.map((count) => ({ value: String(count), label: hoursWords(count) }))}
              value={hours}
              onValueChange={setHours}
            />
          </div>
        )}
      </PageHead>
      {data === undefined && !isLoadingError && <Skeleton className="h-64" />}
      {data === undefined && isLoadingError && <Failure onRetry={() => void refetch()} />}
      {data && lines.length === 0 && (
        <Panel>
          <EmptyState title={t('lines.noLines')}>{t('lines.noLinesAbout')}</EmptyState>
        </Panel>
      )}
      {flow.data && <LineFlowPanel flow={flow.data} />}
      {!flow.data && flow.isLoadingError && <Failure onRetry={() => void flow.refetch()} />}
    </Page>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel className="pt-4">
      <PanelFailure what={t('lines.lines')} onRetry={onRetry} />
    </Panel>
  )
}

function hoursWords(hours: number): string {
  return hours > 24 ? t('fleet.windowOfDays', { days: hours / 24 }) : t('fleet.windowOfHours', { hours })
}
