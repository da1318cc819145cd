import type { VisitForm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo, useState } from 'react'
import { useDocumentTitle } from '../../../lib/document-title.ts'
import { OUTBOX_ADDRESS } from '../../../lib/offline/outbox-address.ts'
import { useOutbox } from '../../../lib/offline/own-outbox.ts'
import { useOnline } from '../../../lib/offline/use-online.ts'
import { useOpensOffline } from '../../../lib/offline/use-opens-offline.ts'
import { type Session, useSession } from '../../../lib/session.ts'
import type { ScreenProps } from '../../../resource/feature.ts'
import { FilesTab } from '../../../resource/files/files-tab.tsx'
import { declared } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RecordReport } from '../signing/record-report.tsx'
import { VisitBadge } from '../state-badges.tsx'
import { BeginVisit } from './begin-visit.tsx'
import { CompleteForm } from './complete-form.tsx'
import { useVisitForm, visitFormName } from './use-visits.ts'
import { VISIT_ENTRY } from './visit-draft.ts'
import { visitKindWords, visitTimes } from './visit-words.ts'

/** A visit as the engineer has it on the phone beside the machine: where and when, the form, photos, and the reports when it is done. */
export function VisitPage({ id }: ScreenProps & { id: string }) {
  const { data, isLoadingError, refetch } = useVisitForm(id)
  useDocumentTitle(data?.subject ?? t('service.visit'))
  return (
    <Page width="narrow">
      {data === undefined && isLoadingError && (
        <PanelFailure what={t('service.visit')} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isLoadingError && <Skeleton className="h-64" />}
      {data && <Visit key={id} visit={data} />}
    </Page>
  )
}

function Visit({ visit }: { visit: VisitForm }) {
  const session = useSession()
  const mayComplete = usePermission(declared('serviceVisit').calls.update).allowed
  const isOnline = useOnline()
  const { id: visitId, status, records } = visit
  const isEntered = useOutbox().some(({ kind, about }) => kind === VISIT_ENTRY && about === visitId)
  return (
    <>
      <PageHead
        title={<span translate="no">{visit.subject}</span>}
        subtitle={`${visitKindWords[visit.kind]} · ${visitTimes(visit, visit.timeZone)}`}
      >
        <VisitBadge visit={visit} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Where visit={visit} />
        {mayComplete && status === 'planned' && <BeginVisit visit={visit} />}
        {(status !== 'done' || isEntered) && mayComplete && session !== undefined && (
          <Completing visit={visit} session={session} />
        )}
        <PanelFrame title={t('service.photos')} className="pb-4">
          {isOnline ? (
            <FilesTab resource={declared('serviceVisit')} id={visit.id} className="px-4" />
          ) : (
            <p className="px-4 text-13 text-text-2">{t('service.filesNeedConnection')}</p>
          )}
        </PanelFrame>
        {records.map(({ id, what }) => (
          <PanelFrame key={id} title={what} className="pb-4">
            <div className="px-4">
              <RecordReport id={id} />
            </div>
          </PanelFrame>
        ))}
      </div>
    </>
  )
}

/** The form, or word of one that was filled in here and is not sent yet. */
function Completing({ visit, session }: { visit: VisitForm; session: Session }) {
  const answers = useMemo(() => ({ [visitFormName(visit.id)]: visit }), [visit])
  const opensOffline = useOpensOffline(session, VISIT_ENTRY, answers)
  const [isSending, setSending] = useState(false)
  const waiting = useOutbox().find(
    ({ kind, about, state }) => kind === VISIT_ENTRY && about === visit.id && state !== 'draft',
  )
  // What is refused is put right in the form, and it stays until that is known.
  if (waiting === undefined || isSending) {
    const sending = { isSending, onSending: setSending }
    return (
      <>
        {!isSending && <NotOpen visit={visit} />}
        <CompleteForm visit={visit} userId={session.user.id} opensOffline={opensOffline} {...sending} />
      </>
    )
  }
  return (
    <Alert tone={waiting.state === 'waiting' ? 'info' : 'bad'}>
      <p>{waiting.reason ?? t('outbox.keptWillBeSent')}</p>
      <AppLink href={OUTBOX_ADDRESS} className="max-md:py-2.5">
        {t('outbox.title')}
      </AppLink>
    </Alert>
  )
}

/** That somebody else has completed or cancelled the visit: what was entered here can still be sent. */
function NotOpen({ visit: { status, changedBy } }: { visit: VisitForm }) {
  if (status !== 'done' && status !== 'cancelled') return null
  const person = changedBy ?? t('service.unknownPerson')
  return (
    <Alert tone="warn">
      <p>{status === 'done' ? t('service.visitIsDone', { person }) : t('service.visitIsCancelled', { person })}</p>
      <AppLink href={OUTBOX_ADDRESS} className="max-md:py-2.5">
        {t('outbox.title')}
      </AppLink>
    </Alert>
  )
}

/** Where to go, what staff have noted for it, and the forms of acceptance tests that it is for. */
function Where({ visit: { kind, customer, site, engineer, note, tasks } }: { visit: VisitForm }) {
  const mayTest = usePermission(declared('acceptanceTest').calls.create).allowed
  const machines = [...new Set(tasks.map(({ machineID }) => machineID))]
  return (
    <section aria-label={t('service.where')} className="rounded-panel border border-line bg-surface px-4 py-3 text-13">
      <p translate="no" className="font-[550]">
        {[customer, site].filter(Boolean).join(' · ')}
      </p>
      <p className="flex flex-wrap gap-x-3">
        {machines.map((machineID) => (
          <AppLink key={machineID} href={`/machines/${machineID}`} className="code max-md:py-2.5">
            {machineID}
          </AppLink>
        ))}
      </p>
      {kind === 'acceptance' && mayTest && (
        <p className="flex flex-wrap gap-x-3">
          {machines.map((machineID) => (
            <AppLink
              key={machineID}
              href={`/machines/${encodeURIComponent(machineID)}/promises?record=test`}
              className="max-md:py-2.5"
            >
              {t('promises.testOf', { machine: machineID })}
            </AppLink>
          ))}
        </p>
      )}
      {engineer !== null && (
        <p className="text-text-2" translate="no">
          {engineer}
        </p>
      )}
      {note !== null && (
        <p className="mt-1.5 border-s-2 border-kraft ps-3 whitespace-pre-line wrap-anywhere" translate="no">
          {note}
        </p>
      )}
    </section>
  )
}
