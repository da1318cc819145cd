import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AgreedUseList } from './agreed-use.tsx'
import { GiveAccessForm } from './give-access-form.tsx'
import { type GivenKey, NewPartnerKey } from './new-partner-key.tsx'
import { PartnerList } from './partner-list.tsx'
import { partnersKey, usePartners } from './use-partners.ts'

/** Where people of a customer decide who reads the data of its machines. */
export function PartnersPage() {
  useDocumentTitle(t('dataAct.partners'))
  const client = useQueryClient()
  const { data, isLoadingError, refetch } = usePartners()
  const { allowed } = usePermission(api.givePartnerAccess)
  const { allowed: mayAnswer } = usePermission(api.answerDataUse)
  const [isGiving, setGiving] = useState(false)
  const [given, setGiven] = useState<GivenKey>()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setGiving(false)
    setGiven(undefined)
    // The button is back with the next drawing.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const show = (key: GivenKey) => {
    setGiving(false)
    setGiven(key)
    void client.invalidateQueries({ queryKey: partnersKey() })
  }
  const isBusy = isGiving || given !== undefined
  return (
    <Page>
      <PageHead title={t('dataAct.partners')} subtitle={t('dataAct.subtitle')}>
        {allowed && !isBusy && (
          <Button ref={opener} variant="primary" onClick={() => setGiving(true)}>
            {t('dataAct.giveAccess')}
          </Button>
        )}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isGiving && <GiveAccessForm onGiven={show} onCancel={close} />}
        {given && <NewPartnerKey given={given} onDone={close} />}
        {data === undefined && !isLoadingError && <Skeleton className="h-64" />}
        {data === undefined && isLoadingError && (
          <Panel className="pt-4">
            <PanelFailure what={t('dataAct.partners')} onRetry={() => void refetch()} />
          </Panel>
        )}
        {data?.accesses.length === 0 && !isBusy && (
          <Panel>
            <EmptyState title={t('dataAct.noPartners')}>{t('dataAct.noPartnersAbout')}</EmptyState>
          </Panel>
        )}
        {data !== undefined && data.accesses.length > 0 && (
          <PanelFrame title={t('dataAct.whoReads')}>
            <PartnerList accesses={data.accesses} mayEnd={allowed} />
          </PanelFrame>
        )}
        {data !== undefined && (
          <PanelFrame title={t('dataAct.dataUse')}>
            {data.agreements.length === 0 ? (
              <p className="px-4 pb-4 text-13 text-text-2">{t('dataAct.nothingAgreed')}</p>
            ) : (
              <>
                <p className="px-4 pb-3 text-13 text-text-2">{t('dataAct.answerAbout')}</p>
                <AgreedUseList agreements={data.agreements} mayAnswer={mayAnswer} />
              </>
            )}
          </PanelFrame>
        )}
      </div>
    </Page>
  )
}
