import type { Rota } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export interface OverrideFormProps {
  busy: boolean
  onAdd: (override: Rota['overrides'][number]) => void
  onCancel: () => void
}

/** Who is on call instead, and for how long, by the clock of the reader. */
export function OverrideForm({ busy, onAdd, onCancel }: OverrideFormProps) {
  const [userId, setUserId] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [from, to] = [Date.parse(String(data.get('from'))), Date.parse(String(data.get('to')))]
    const isRight = userId !== '' && from < to
    setWrong(!isRight)
    if (isRight) onAdd({ userId, from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-2.5 rounded-panel border border-line p-3">
      <ChoiceCombobox
        source={{ resource: declared('user'), by: 'id' }}
        value={userId}
        onChange={setUserId}
        placeholder={t('escalation.whoInstead')}
        attributes={{ 'aria-label': t('escalation.whoInstead') }}
        inputClassName={inputClasses(false)}
      />
      <div className="grid gap-2.5 md:grid-cols-2">
        <TextField name="from" type="datetime-local" label={t('escalation.begins')} />
        <TextField name="to" type="datetime-local" label={t('escalation.ends')} />
      </div>
      <p className="text-12 text-text-2">{t('escalation.byYourClock')}</p>
      {isWrong && <Alert tone="bad">{t('escalation.overrideIsIncomplete')}</Alert>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t('escalation.addOverride')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('escalation.discard')}
        </Button>
      </div>
    </form>
  )
}
