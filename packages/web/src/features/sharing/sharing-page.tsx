import type { SharedMachine, SharingPurpose } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessPanel } from './access-panel.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { SharingTable } from './sharing-table.tsx'
import { useMySharing } from './use-sharing.ts'

/** What is being decided: a purpose of some machines. */
export interface Deciding {
  purpose: SharingPurpose
  machines: readonly SharedMachine[]
}

/** The reader's machines with what each shares, and the requests of the maker. */
export function SharingPage() {
  useDocumentTitle(t('sharing.sharing'))
  const { data, isLoadingError, refetch } = useMySharing()
  const [deciding, setDeciding] = useState<Deciding>()
  return (
    <Page>
      <PageHead title={t('sharing.sharing')} subtitle={t('sharing.subtitle')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <AccessPanel />
        {data === undefined && !isLoadingError && <Skeleton className="h-64" />}
        {data === undefined && isLoadingError && (
          <Panel className="pt-4">
            <PanelFailure what={t('sharing.sharing')} onRetry={() => void refetch()} />
          </Panel>
        )}
        {data?.machines.length === 0 && (
          <Panel>
            <EmptyState title={t('sharing.noMachines')}>{t('sharing.noMachinesAbout')}</EmptyState>
          </Panel>
        )}
        {data && data.machines.length > 0 && <SharingTable machines={data.machines} onDecide={setDeciding} />}
        <HistoryPanel />
      </div>
      {deciding && <DecideDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </Page>
  )
}
