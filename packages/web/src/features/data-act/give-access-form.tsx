import { api, isEmail, MOST_PARTNER_DAYS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { AT_FIELDS, FormFrame } from '../../resource/form/form-frame.tsx'
import { Alert } from '../../ui/alert.tsx'
import { emailInput } from '../../ui/email-input.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MachineChoice } from './machine-choice.tsx'
import type { GivenKey } from './new-partner-key.tsx'
import { useGivableMachines } from './use-partners.ts'

const USUAL_DAYS = 90

interface Texts {
  partner: string
  contact: string
  purpose: string
  until: string
}

type Faults = Partial<Record<keyof Texts | 'machines', string>>

export interface GiveAccessFormProps {
  onGiven: (given: GivenKey) => void
  onCancel: () => void
}

/** Lets a partner read data of some machines. What was typed stays where the server refuses it. */
export function GiveAccessForm({ onGiven, onCancel }: GiveAccessFormProps) {
  const machines = useGivableMachines()
  const [texts, setTexts] = useState<Texts>({ partner: '', contact: '', purpose: '', until: dayAhead(USUAL_DAYS) })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<Faults>({})
  const fault = () => {
    const found = faultsOf(texts, chosen)
    setFaults(found)
    return Object.keys(found).length > 0 ? AT_FIELDS : undefined
  }
  const send = async () => {
    const { until, ...given } = texts
    const body = { ...given, machineIDs: [...chosen], expiresAt: endOf(until) }
    const { access, key } = await callApi(api.givePartnerAccess, { body })
    onGiven({ key, partner: access.partner, machineIDs: access.machines.map(({ machineID }) => machineID) })
  }
  const field = (name: keyof Texts) => ({
    value: texts[name],
    ...(faults[name] !== undefined && { error: faults[name] }),
    onChange: (event: { target: { value: string } }) => setTexts((now) => ({ ...now, [name]: event.target.value })),
  })
  return (
    <PanelFrame title={t('dataAct.giveAccess')}>
      <div className="px-4 pb-4">
        <FormFrame
          look="plain"
          title={t('dataAct.giveAccess')}
          sendLabel={t('dataAct.giveAccess')}
          fault={fault}
          send={send}
          onDone={onCancel}
          onSent={() => undefined}
        >
          <p className="text-13 text-text-2">{t('dataAct.giveAbout')}</p>
          <div className="grid gap-3 md:grid-cols-2">
            <TextField label={t('dataAct.partner')} maxLength={200} {...field('partner')} />
            <TextField label={t('dataAct.contact')} {...emailInput} maxLength={320} {...field('contact')} />
          </div>
          <div className="grid gap-3 md:grid-cols-2">
            <TextField label={t('dataAct.purpose')} maxLength={500} {...field('purpose')} />
            <TextField
              label={t('dataAct.until')}
              type="date"
              min={dayAhead(0)}
              max={dayAhead(MOST_PARTNER_DAYS - 1)}
              {...field('until')}
            />
          </div>
          <MachineChoice machines={machines.data ?? []} chosen={chosen} error={faults.machines} onChange={setChosen} />
          {machines.isLoadingError && <Alert tone="bad">{t('service.theServerCouldNotBeReached')}</Alert>}
        </FormFrame>
      </div>
    </PanelFrame>
  )
}

function faultsOf({ partner, contact, purpose, until }: Texts, chosen: ReadonlySet<string>): Faults {
  const isDay = until >= dayAhead(0) && until <= dayAhead(MOST_PARTNER_DAYS - 1)
  return {
    ...(partner.trim() === '' && { partner: t('dataAct.enterPartner') }),
    ...(!isEmail(contact.trim()) && { contact: t('dataAct.enterContact') }),
    ...(purpose.trim() === '' && { purpose: t('dataAct.enterPurpose') }),
    ...(!isDay && { until: t('dataAct.enterUntil', { days: MOST_PARTNER_DAYS }) }),
    ...(chosen.size === 0 && { machines: t('dataAct.chooseMachines') }),
  }
}

/** A day on the reader's clock, so many days from today. */
function dayAhead(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The end of a day on the reader's clock. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}
