import { acceptanceTests, promises as promiseResource, promiseWeeks } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { familyIcon } from '../../entities/machine/machine-icons.tsx'
import { useRowAddress } from '../../lib/address-search.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { PdfButton } from '../../resource/pdf-button.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AcceptanceTestsPanel } from './acceptance-tests-panel.tsx'
import { GapPanel } from './gap-panel.tsx'
import { MachineTestForm } from './machine-test-form.tsx'
import { PromiseFacts } from './promise-facts.tsx'
import { PromiseForm } from './promise-form.tsx'
import { PromiseTable } from './promise-table.tsx'
import { DEFAULT_WEEKS, usePromises } from './use-promises.ts'
import { WeeksChart } from './weeks-chart.tsx'

const weekChoices = promiseWeeks.map(String)

type Adding = '' | 'promise' | 'test'
const addingChoices: readonly Adding[] = ['', 'promise', 'test']

/** What was promised of one machine, what acceptance tests showed, and what it does. */
export function PromisesPage({ id }: { id: string }) {
  useDocumentTitle(`${id} · ${t('promises.promiseAndActual')}`)
  const [weeks, setWeeks] = useSearchChoice('weeks', weekChoices, DEFAULT_WEEKS)
  const { data, isLoadingError, refetch } = usePromises(id, weeks)
  const choices = ['', ...(data?.promises ?? []).map((promise) => promise.id)]
  const [wanted, choose] = useSearchChoice('promise', choices, '')
  const addressOf = useRowAddress('promise')
  // In the address, so that a form that was open is so again where the page is loaded without a connection.
  const [adding, setAdding] = useSearchChoice('record', addingChoices, '')
  const mayTest = usePermission(acceptanceTests.calls.create).allowed
  const mayPromise = usePermission(promiseResource.calls.create).allowed
  const promise = data?.promises.find((one) => one.id === wanted) ?? data?.promises[0]
  const Family = familyIcon(id)
  const machine = `/machines/${encodeURIComponent(id)}`
  const done = () => setAdding('')
  return (
    <Page>
      <Breadcrumb
        crumbs={[
          { label: t('monitoring.machineOverview'), to: '/' },
          { label: id, to: machine },
          { label: t('promises.promiseAndActual') },
        ]}
      />
      <div className="mt-1.5 mb-4 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="flex min-w-0 items-center gap-3 wrap-anywhere">
            <Family size={26} className="text-text-2" />
            <span>
              <span translate="no">{id}</span> · {t('promises.promiseAndActual')}
            </span>
          </h1>
          <p className="text-text-2" translate="no">
            {data?.description}
          </p>
        </div>
        <Select
          label={t('promises.lookBack')}
          options={promiseWeeks.map((count) => ({ value: String(count), label: t('promises.lastWeeks', { count }) }))}
          value={weeks}
          onValueChange={setWeeks}
        />
        {data && data.promises.length > 0 && (
          <span className="flex h-9 items-center max-md:h-11">
            <PdfButton request={{ type: 'promiseReport', id, parameters: { weeks } }} label={t('promises.reportAsPdf')}>
              {t('promises.report')}
            </PdfButton>
          </span>
        )}
      </div>
      {!data && isLoadingError && (
        <Panel className="pt-4">
          <PanelFailure what={t('promises.promises')} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !isLoadingError && <Skeleton className="h-96" />}
      {data && promise && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {data.promises.length > 1 && (
            <p className="font-semibold" translate="no">
              {promise.name}
            </p>
          )}
          <PromiseFacts promise={promise} />
          {(promise.kind === 'availability' || promise.kind === 'rejectRate') && <GapPanel promise={promise} />}
          {promise.kind === 'speed' && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
              <WeeksChart promise={promise} />
              <GapPanel promise={promise} />
            </div>
          )}
        </div>
      )}
      {data && (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          {data.promises.length > 0 && (
            <PromiseTable
              promises={data.promises}
              chosen={promise?.id}
              onChoose={choose}
              addressOf={addressOf}
              acts={<Acts canTest onAdd={setAdding} />}
            />
          )}
          {data.promises.length === 0 && (
            <Panel>
              <EmptyState title={t('promises.nothingPromised')} actions={<Acts canTest={false} onAdd={setAdding} />}>
                {t('promises.nothingPromisedAbout')}
              </EmptyState>
            </Panel>
          )}
          {adding === 'promise' && mayPromise && <PromiseForm id={id} machineId={data.machineId} onDone={done} />}
          {adding === 'test' && mayTest && data.promises.length > 0 && (
            <MachineTestForm actual={data} weeks={weeks} onDone={done} />
          )}
          <AcceptanceTestsPanel id={id} />
          <p className="text-12 text-text-2">
            {t('promises.howItIsMeasured')}{' '}
            <AppLink href={machine} className="underline underline-offset-3">
              {t('promises.backToMachine')}
            </AppLink>
          </p>
        </div>
      )}
    </Page>
  )
}

/** What may be added, for those who may. */
function Acts({ canTest, onAdd }: { canTest: boolean; onAdd: (what: Adding) => void }) {
  const promise = usePermission(promiseResource.calls.create)
  const test = usePermission(acceptanceTests.calls.create)
  return (
    <>
      {canTest && test.allowed && (
        <Button size="dense" onClick={() => onAdd('test')}>
          {t('promises.recordATest')}
        </Button>
      )}
      {promise.allowed && (
        <Button size="dense" onClick={() => onAdd('promise')}>
          {t('promises.addAPromise')}
        </Button>
      )}
    </>
  )
}
