import { api, type DataSheet, dataUsers, dataWays } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { stateLabel } from '../../entities/machine/state-labels.ts'
import { callApi } from '../../lib/api-client.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { listOf } from '../../lib/format/lists.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { PdfButton } from '../../resource/pdf-button.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DataSheetValues } from './data-sheet-values.tsx'

const MEGABYTE = 1_000_000

/** Which data machines of a model make, how much, how long they are stored, how they are got and who else uses them. */
export function DataSheetPage({ id }: { id: string }) {
  useDocumentTitle(`${id} · ${t('dataSheet.dataSheet')}`)
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['machines', 'data-sheet', id],
    queryFn: ({ signal }) => callApi(api.machineDataSheet, { params: { id } }, { signal }),
  })
  return (
    <Page>
      <Breadcrumb
        crumbs={[
          { label: t('monitoring.machineOverview'), to: '/' },
          { label: id, to: `/machines/${encodeURIComponent(id)}` },
          { label: t('dataSheet.dataSheet') },
        ]}
      />
      <div className="mt-1.5 mb-4 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="wrap-anywhere">{t('dataSheet.of', { model: data?.model ?? id })}</h1>
          <p className="text-text-2">{t('dataSheet.subtitle')}</p>
        </div>
        <PdfButton request={{ type: 'dataSheet', id }} label={t('dataSheet.of', { model: data?.model ?? id })} />
      </div>
      {!data && isLoadingError && (
        <Panel className="pt-4">
          <PanelFailure what={t('dataSheet.dataSheet')} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !isLoadingError && <Skeleton className="h-96" />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
          <DataSheetValues sheet={data} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Amounts sheet={data} />
            <PanelFrame title={t('dataSheet.ways')}>
              <Facts facts={dataWays.map((way) => [t(`dataSheet.way.${way}`), t(`dataSheet.wayAbout.${way}`)])} />
            </PanelFrame>
            <PanelFrame title={t('dataSheet.users')}>
              <Facts facts={dataUsers.map((user) => [t(`dataSheet.user.${user}`), t(`dataSheet.userAbout.${user}`)])} />
            </PanelFrame>
          </div>
        </div>
      )}
    </Page>
  )
}

function Amounts({ sheet: { amount, keeps, states } }: { sheet: DataSheet }) {
  const days = (count: number) => t('dataSheet.days', { count })
  const megabytes = formatCount(Math.max(1, Math.round(amount.bytesPerMonth / MEGABYTE)))
  return (
    <>
      <PanelFrame title={t('dataSheet.amount')}>
        <Facts
          facts={[
            [t('dataSheet.recordsPerDay'), formatCount(amount.recordsPerDay)],
            [t('dataSheet.perMonth'), t('dataSheet.megabytes', { amount: megabytes })],
            [t('dataSheet.basisOf'), t(`dataSheet.basis.${amount.basis}`)],
            [t('dataSheet.states'), listOf(states.map(stateLabel))],
          ]}
        />
      </PanelFrame>
      <PanelFrame title={t('dataSheet.keeps')}>
        <Facts
          facts={[
            [t('dataSheet.records'), days(keeps.recordsDays)],
            [t('dataSheet.minutes'), days(keeps.minutesDays)],
            [t('dataSheet.hours'), days(keeps.hoursDays)],
          ]}
        />
      </PanelFrame>
    </>
  )
}

function Facts({ facts }: { facts: readonly (readonly [word: string, value: string])[] }) {
  return (
    <dl className="grid">
      {facts.map(([word, value]) => (
        <div
          key={word}
          className="grid grid-cols-[minmax(8rem,1fr)_minmax(0,2fr)] gap-x-4 border-t border-line px-4 py-2 text-13"
        >
          <dt className="text-text-2">{word}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
