import { api, type PartnerAccess, type PartnerStatus } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { CurlBlock } from './curl-block.tsx'
import { KEY_NAME } from './curl-lines.ts'
import { PartnerReads } from './partner-reads.tsx'
import { partnersKey } from './use-partners.ts'

const tones: Record<PartnerStatus, Tone> = { active: 'ok', paused: 'warn', expired: 'unk', ended: 'unk' }
const words: Record<PartnerStatus, string> = {
  active: t('dataAct.active'),
  paused: t('dataAct.paused'),
  expired: t('dataAct.expired'),
  ended: t('dataAct.ended'),
}

/** Who reads what of which machines, until when, how often and which of them it did. @param mayEnd whether the reader may end it */
export function PartnerList({ accesses, mayEnd }: { accesses: readonly PartnerAccess[]; mayEnd: boolean }) {
  return (
    <ul aria-label={t('dataAct.partners')} className="border-t border-line">
      {accesses.map((access) => (
        <PartnerEntry key={access.id} access={access} mayEnd={mayEnd} />
      ))}
    </ul>
  )
}

function PartnerEntry({ access, mayEnd }: { access: PartnerAccess; mayEnd: boolean }) {
  const { partner, contact, purpose, status, machines } = access
  const isOn = status === 'active' || status === 'paused'
  const present = machines.filter(({ removedAt }) => removedAt === null).map(({ machineID }) => machineID)
  return (
    <li className="grid gap-2 border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1 wrap-anywhere">
          <p className="text-14 font-[550]" translate="no">
            {partner}
          </p>
          <p className="text-text-2" translate="no">
            {purpose} · {contact}
          </p>
        </div>
        <Badge tone={tones[status]}>{words[status]}</Badge>
        {mayEnd && isOn && <EndButton access={access} />}
      </div>
      <Machines machines={machines} />
      <Facts access={access} />
      {status === 'paused' && <p className="text-text-2">{t('dataAct.pausedAbout')}</p>}
      {mayEnd && status === 'active' && present.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 underline decoration-kraft underline-offset-3 max-md:min-h-11 max-md:py-3">
            {t('dataAct.howToRead')}
          </summary>
          <p className="pb-2 text-text-2">{t('dataAct.keyInPlace', { name: KEY_NAME })}</p>
          <CurlBlock machineIDs={present} apiKey={KEY_NAME} />
        </details>
      )}
    </li>
  )
}

function Machines({ machines }: Pick<PartnerAccess, 'machines'>) {
  return (
    <ul aria-label={t('dataAct.machines')} className="flex flex-wrap gap-1.5">
      {machines.map(({ machineID, removedAt }) => (
        <li key={machineID}>
          <Badge tone="plain">
            <span translate="no" className={removedAt === null ? '' : 'line-through'}>
              {machineID}
            </span>
            {removedAt !== null && <span className="font-normal">{t('dataAct.removed')}</span>}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

/** The log of one access: given, used, ended. */
function Facts({ access }: { access: PartnerAccess }) {
  const { id, givenAt, givenBy, expiresAt, endedAt, endedBy, lastUsedAt, use } = access
  return (
    <div className="grid gap-1 text-12 text-text-2">
      <p>
        {t('dataAct.given')} <DateLabel value={givenAt} mode="absolute" />
        {givenBy !== null && <span translate="no"> · {givenBy}</span>}
      </p>
      <p>
        {endedAt === null ? t('dataAct.validUntil') : t('dataAct.ended')}{' '}
        <DateLabel value={endedAt ?? expiresAt} mode="absolute" />
        {endedBy !== null && <span translate="no"> · {endedBy}</span>}
      </p>
      <p>
        {t('dataAct.lastUsed')} {lastUsedAt === null ? t('dataAct.notYet') : <DateLabel value={lastUsedAt} />}
      </p>
      {use.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 underline decoration-kraft underline-offset-3 max-md:min-h-11 max-md:py-3">
            {t('dataAct.requestsPerDay')}
          </summary>
          <ul className="grid max-h-48 max-w-60 gap-0.5 overflow-auto">
            {use.map(({ day, requests }) => (
              <li key={day} className="flex justify-between gap-4 tabular-nums">
                <span>{formatPlainDate(day)}</span>
                <span>{formatCount(requests)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <PartnerReads id={id} />
    </div>
  )
}

function EndButton({ access: { id, partner } }: { access: PartnerAccess }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const end = async () => {
    setAsked(false)
    try {
      await callApi(api.endPartnerAccess, { params: { id } })
      await client.invalidateQueries({ queryKey: partnersKey() })
      showToast({ message: t('dataAct.accessEnded', { partner }) })
    } catch (error) {
      const message = error instanceof ApiError ? error.message : t('service.theServerCouldNotBeReached')
      showToast({ message, tone: 'failed' })
      await client.invalidateQueries({ queryKey: partnersKey() })
    }
  }
  return (
    <>
      <Button size="dense" aria-label={t('dataAct.endAccessOf', { partner })} onClick={() => setAsked(true)}>
        {t('dataAct.endAccess')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('dataAct.endAccessOf', { partner })}
        confirm={t('dataAct.endAccess')}
        onConfirm={() => void end()}
        onCancel={() => setAsked(false)}
      >
        {t('dataAct.endAbout')}
      </ConfirmDialog>
    </>
  )
}
