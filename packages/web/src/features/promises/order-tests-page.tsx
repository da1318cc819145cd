import { acceptanceTests, type OrderTests } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import { criteriaWords } from '../../entities/criteria/criterion-words.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Alert } from '../../ui/alert.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { orderSubject } from './acceptance-draft.ts'
import { AcceptanceForm } from './acceptance-form.tsx'
import { RecordedTests } from './acceptance-tests-panel.tsx'
import { orderTestsName, useOrderTests } from './use-promises.ts'

type Adding = '' | 'test'
const addingChoices: readonly Adding[] = ['', 'test']

/** The factory acceptance test of an ordered machine, before it is claimed: what its quote promises, and what was measured. */
export function OrderTestsPage({ id }: { id: string }) {
  const { data, isLoadingError, refetch } = useOrderTests(id)
  const title = [data?.number, t('promises.factoryTest')].filter((word) => word !== undefined).join(' · ')
  useDocumentTitle(title)
  return (
    <Page>
      <Breadcrumb
        crumbs={[
          { label: t('orders.machines'), to: '/ordered-machines' },
          ...(data === undefined ? [] : [{ label: data.number, to: `/ordered-machines?open=${id}` }]),
          { label: t('promises.factoryTest') },
        ]}
      />
      <h1 className="mt-1.5 wrap-anywhere">{title}</h1>
      <p className="mb-4 text-text-2 wrap-anywhere" translate="no">
        {data?.description}
      </p>
      {!data && isLoadingError && (
        <Panel className="pt-4">
          <PanelFailure what={t('promises.acceptanceTests')} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !isLoadingError && <Skeleton className="h-96" />}
      {data && <Tests order={data} />}
    </Page>
  )
}

function Tests({ order }: { order: OrderTests }) {
  const { id, machineID, isDeleted, tests } = order
  // In the address, so that a form that was open is so again where the page is loaded without a connection.
  const [adding, setAdding] = useSearchChoice('record', addingChoices, '')
  const mayTest = usePermission(acceptanceTests.calls.create).allowed && !isDeleted
  const answers = useMemo(() => ({ [orderTestsName(id)]: order }), [id, order])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isDeleted && <Alert tone="warn">{t('promises.orderCancelled')}</Alert>}
      <PanelFrame title={t('promises.figuresOfQuote')}>
        <Figures figures={order.figures} />
        {mayTest && adding === '' && (
          <div className="px-4 pb-4">
            <Button onClick={() => setAdding('test')}>{t('promises.recordATest')}</Button>
          </div>
        )}
      </PanelFrame>
      {mayTest && adding === 'test' && (
        <AcceptanceForm subject={orderSubject(order)} tests={tests} answers={answers} onDone={() => setAdding('')} />
      )}
      <RecordedTests tests={tests} />
      <p className="text-12 text-text-2">
        {machineID === null ? (
          t('promises.joinsAtTheClaim')
        ) : (
          <AppLink
            href={`/machines/${encodeURIComponent(machineID)}/promises`}
            className="underline underline-offset-3"
          >
            {t('promises.ofMachine', { machineID })}
          </AppLink>
        )}
      </p>
    </div>
  )
}

function Figures({ figures }: Pick<OrderTests, 'figures'>) {
  if (figures.length === 0) return <p className="px-4 pb-4 text-13 text-text-2">{t('promises.noFigures')}</p>
  return (
    <ul className="grid gap-1 px-4 pb-4 text-13" translate="no">
      {criteriaWords(figures).map((words) => (
        <li key={words} className="wrap-anywhere">
          {words}
        </li>
      ))}
    </ul>
  )
}
