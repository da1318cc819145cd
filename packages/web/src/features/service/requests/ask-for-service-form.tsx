import { api, type RequestUrgency, requestUrgencies } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { showAnswer } from '../../../lib/query-client.ts'
import { AT_FIELDS, FormFrame } from '../../../resource/form/form-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { requestWords } from '../service-views.ts'
import { requestsKey } from '../use-machine-service.ts'
import type { Asking } from './use-asking.ts'

/** Asks for service of a machine. What was typed stays where the server refuses it. */
export function AskForServiceForm({ id, asking: { place, close } }: { id: string; asking: Asking }) {
  const client = useQueryClient()
  const [texts, setTexts] = useState({ subject: '', details: '', phone: '', wantedOn: '' })
  const [urgency, setUrgency] = useState<RequestUrgency>('soon')
  const [isSubjectMissing, setSubjectMissing] = useState(false)
  const fault = () => {
    const isMissing = texts.subject.trim() === ''
    setSubjectMissing(isMissing)
    return isMissing ? AT_FIELDS : undefined
  }
  const send = async () => {
    const body = {
      ...{ subject: texts.subject.trim(), urgency },
      details: texts.details.trim() || null,
      phone: texts.phone.trim() || null,
      wantedOn: texts.wantedOn || null,
    }
    showAnswer(client, requestsKey(id), await callApi(api.askForService, { params: { id }, body }))
    showToast({ message: t('service.serviceAskedFor') })
  }
  const change = (name: keyof typeof texts) => (event: { target: { value: string } }) =>
    setTexts((now) => ({ ...now, [name]: event.target.value }))
  return (
    <div ref={place} className="mb-4">
      <FormFrame
        look="panel"
        title={t('service.askForService')}
        sendLabel={t('service.send')}
        fault={fault}
        send={send}
        onDone={close}
      >
        <TextField
          label={t('service.whatIsWrong')}
          {...(isSubjectMissing && { error: t('service.enterWhatIsWrong') })}
          maxLength={200}
          value={texts.subject}
          onChange={change('subject')}
        />
        <TextField label={t('service.details')} maxLength={4_000} value={texts.details} onChange={change('details')} />
        <TextField
          label={t('service.phoneToCall')}
          type="tel"
          maxLength={60}
          value={texts.phone}
          onChange={change('phone')}
        />
        <TextField type="date" label={t('service.wantedBy')} value={texts.wantedOn} onChange={change('wantedOn')} />
        <Select
          label={t('service.urgency')}
          options={requestUrgencies.map((value) => ({ value, label: requestWords[value] }))}
          value={urgency}
          onValueChange={setUrgency}
        />
      </FormFrame>
    </div>
  )
}
