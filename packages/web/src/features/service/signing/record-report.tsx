import { type ServiceSignature, type ServiceSignatures, serviceRecords, signingParties } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import { SignatureImage } from '../../../entities/signing/signature-image.tsx'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { isStaff } from '../../../lib/section.ts'
import { useSession } from '../../../lib/session.ts'
import { PdfButton } from '../../../resource/pdf-button.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SignForm, type SignFormProps } from './sign-form.tsx'
import { useSignatures } from './use-signatures.ts'

const HASH_DIGITS = 12

/** The report of a service record: as a PDF, who has signed it, and a form to sign. */
export function RecordReport({ id }: { id: string }) {
  const query = useSignatures(id)
  const mayKeep = usePermission(serviceRecords.calls.update).allowed
  if (query.isError && !query.data) {
    return <PanelFailure what={t('service.theSignatures')} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <Skeleton className="h-24" />
  const { what } = query.data
  const request = { type: 'serviceReport', id } as const
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <PdfButton request={request} label={t('service.reportAsPdf', { what })} />
        {mayKeep && (
          <PdfButton request={{ ...request, keep: true }} label={t('service.reportKeptAsPdf', { what })}>
            {t('service.pdfKeptWithRecord')}
          </PdfButton>
        )}
      </div>
      {query.data.isOfFormerOwner ? (
        <p className="text-13 text-text-2">{t('service.signedByOwnersOfThen')}</p>
      ) : (
        <>
          <Signatures signatures={query.data.signatures} />
          <Signing record={query.data} />
        </>
      )}
    </div>
  )
}

function Signatures({ signatures }: { signatures: readonly ServiceSignature[] }) {
  if (signatures.length === 0) return <p className="text-13 text-text-2">{t('service.nobodyHasSigned')}</p>
  return (
    <ul aria-label={t('service.signatures')} className="grid gap-3">
      {signatures.map(({ id, party, name, drawing, signedAt, sha256, isChanged }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-s-2 border-line-2 ps-3 text-13">
          {drawing && <SignatureImage drawing={drawing} className="h-10 w-30" />}
          <span className="min-w-48 flex-1">
            <bdi className="block font-[550] wrap-anywhere">{name}</bdi>
            <span className="block text-12 text-text-2">
              {t(`service.signedFor.${party}`)} · <DateLabel value={signedAt} mode="absolute" /> ·{' '}
              <span className="code">{sha256.slice(0, HASH_DIGITS)}</span>
            </span>
          </span>
          {isChanged && <Badge tone="warn">{t('service.changedSince')}</Badge>}
        </li>
      ))}
    </ul>
  )
}

/** Customers sign for the customer; staff who may change records take the signatures of both. */
function Signing({ record }: { record: ServiceSignatures }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const session = useSession()
  const mayChange = usePermission(serviceRecords.calls.update).allowed
  const ofCustomer = session !== undefined && session !== null && !isStaff(session)
  const parties = signingParties.filter((party) => mayChange || (ofCustomer && party === 'customer'))
  if (parties.length === 0) return null
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <div>
        <Button ref={opener} size="dense" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('service.signTheRecord')}
        </Button>
      </div>
      {isOpen && <OpenForm record={record} parties={parties} onDone={close} />}
    </>
  )
}

function OpenForm({ record, ...form }: SignFormProps) {
  return (
    <div className="grid gap-3 rounded-control border border-line bg-surface-2 p-4">
      <p className="text-13">
        <b className="font-semibold">{t('service.whatIsSigned')}</b>{' '}
        <span className="wrap-anywhere">
          {[record.machineID, record.what, record.doneBy, record.notes].filter(Boolean).join(' · ')} ·{' '}
          <DateLabel value={record.doneAt} mode="absolute" />
        </span>
      </p>
      <SignForm record={record} {...form} />
    </div>
  )
}
