import type { SupportAccess, SupportAccessStatus, SupportAnswer } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { absoluteLabel } from '../../lib/format/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { accessWords } from './sharing-words.ts'
import { useDecisions, useMySupportAccess } from './use-sharing.ts'

/** Requests of the maker for access to machines that are not shared; nothing where nobody has asked. */
export function AccessPanel() {
  const { data } = useMySupportAccess()
  const { answer } = useDecisions()
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState<string>()
  if (data === undefined || data.items.length === 0) return null
  const send = async (id: string, chosen: SupportAnswer) => {
    setSending(id)
    setFailure(await answer(id, chosen).catch(() => t('service.theServerCouldNotBeReached')))
    setSending(undefined)
  }
  return (
    <PanelFrame title={t('sharing.access')}>
      <p className="px-4 pb-3 text-13 text-text-2">{t('sharing.accessAbout')}</p>
      {failure !== undefined && (
        <Alert tone="bad" className="mx-4 mb-3 text-13">
          {failure}
        </Alert>
      )}
      <ul aria-label={t('sharing.access')} className="max-h-96 overflow-auto border-t border-line-2">
        {data.items.map((item) => (
          <AccessRow key={item.id} item={item}>
            {item.status === 'asked' && (
              <>
                <Button size="dense" busy={sending === item.id} onClick={() => void send(item.id, 'grant')}>
                  {t('sharing.grant')}
                </Button>
                <Button size="dense" variant="quiet" onClick={() => void send(item.id, 'refuse')}>
                  {t('sharing.refuse')}
                </Button>
              </>
            )}
            {item.status === 'granted' && (
              <Button size="dense" busy={sending === item.id} onClick={() => void send(item.id, 'end')}>
                {t('sharing.end')}
              </Button>
            )}
          </AccessRow>
        ))}
      </ul>
    </PanelFrame>
  )
}

const tones: Readonly<Record<SupportAccessStatus, Tone>> = {
  asked: 'warn',
  granted: 'info',
  refused: 'unk',
  ended: 'unk',
}

/** One request: who asks for what, and what became of it. */
export function AccessRow({ item, children }: { item: SupportAccess; children?: React.ReactNode }) {
  const { machineID, reason, hours, status, askedAt, askedBy, endsAt } = item
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 text-13 last:border-b-0">
      <span className="min-w-48 flex-1 wrap-anywhere">
        <b className="font-semibold" translate="no">
          {machineID}
        </b>
        <span className="block" translate="no">
          {reason}
        </span>
        <span className="block text-12 text-text-2">
          {t('sharing.accessFor', { count: hours })} ·{' '}
          <span translate="no">{t('sharing.decidedBy', { name: askedBy ?? '', when: absoluteLabel(askedAt) })}</span>
          {endsAt !== null && <> · {t('sharing.endsAt', { time: absoluteLabel(endsAt) })}</>}
        </span>
      </span>
      <Badge tone={tones[status]}>{accessWords[status]}</Badge>
      {children && <span className="flex flex-wrap gap-2">{children}</span>}
    </li>
  )
}
