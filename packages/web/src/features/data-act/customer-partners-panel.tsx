import type { AgreedUse } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { PanelOfRecord } from '../../resource/record-panel.tsx'
import { Alert } from '../../ui/alert.tsx'
import { answerOf, hasEnded } from './agreement-answer.ts'
import { PartnerList } from './partner-list.tsx'
import { usePartners } from './use-partners.ts'

/** Which partners of a customer read data of its machines, for staff: they see it, and the customer decides. Above it, whether the maker's own use is agreed on. */
export function CustomerPartnersPanel({ id }: { id: string }) {
  const query = usePartners(id)
  return (
    <PanelOfRecord title={t('dataAct.partners')} query={query} empty="" isEmpty={() => false}>
      {({ accesses, agreements, hasDeclined }) => {
        const holding = agreements.filter((one) => !hasEnded(one, Date.now()))
        const held = holding.find((one) => answerOf(one) === 'accepted') ?? holding[0]
        return (
          <div className="grid gap-3 pb-1">
            <div className="px-4 text-13">
              <OwnUse held={held} hasDeclined={hasDeclined} />
            </div>
            {accesses.length === 0 ? (
              <p className="px-4 pb-3 text-13 text-text-2">{t('dataAct.customerHasNoPartners')}</p>
            ) : (
              <div className="max-h-96 overflow-auto">
                <PartnerList accesses={accesses} mayEnd={false} />
              </div>
            )}
          </div>
        )
      }}
    </PanelOfRecord>
  )
}

function OwnUse({ held, hasDeclined }: { held: AgreedUse | undefined; hasDeclined: boolean }) {
  if (hasDeclined) return <Alert tone="warn">{t('dataAct.agreementDeclined')}</Alert>
  if (held === undefined) return <Alert tone="warn">{t('dataAct.agreementMissing')}</Alert>
  const { version, agreedOn } = held
  if (answerOf(held) === 'accepted')
    return <p className="text-text-2">{t('dataAct.agreementHolds', { version, date: formatPlainDate(agreedOn) })}</p>
  return <Alert tone="warn">{t('dataAct.agreementNotAccepted', { version })}</Alert>
}
