import { MOST_SHARED_AT_ONCE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Segments } from '../../ui/segments.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Deciding } from './sharing-page.tsx'
import { purposeAbout, purposeWords, sharedWords } from './sharing-words.ts'
import { useDecisions } from './use-sharing.ts'

/** Asks whether machines are shared for a purpose, and until when. */
export function DecideDialog({ purpose, machines, onDone }: Deciding & { onDone: () => void }) {
  const [answer, setAnswer] = useState(machines.every((machine) => machine[purpose].shared) ? 'no' : 'yes')
  const [until, setUntil] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const { decide } = useDecisions()
  const shared = answer === 'yes'
  const confirm = async () => {
    setSending(true)
    const names = machines.map(({ machineID }) => machineID)
    const end = shared && until !== '' ? endOfDay(until) : null
    // The server takes so many at once.
    for (let start = 0; start < names.length; start += MOST_SHARED_AT_ONCE) {
      const machine_ids = names.slice(start, start + MOST_SHARED_AT_ONCE)
      const refusal = await decide({ machine_ids, purpose, shared, until: end }).catch(() =>
        t('service.theServerCouldNotBeReached'),
      )
      if (refusal !== undefined) {
        setFailure(refusal)
        setSending(false)
        return
      }
    }
    showToast({ message: t('sharing.saved') })
    onDone()
  }
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t('sharing.decideTitle', {
        purpose: purposeWords[purpose],
        count: machines.length,
        machine: machines[0]?.machineID ?? '',
      })}
      confirm={shared ? t('sharing.share') : t('sharing.stopSharing')}
      busy={isSending}
      onConfirm={() => void confirm()}
      onCancel={onDone}
    >
      <div className="grid gap-3">
        <p>{purposeAbout[purpose]}</p>
        <Segments
          label={purposeWords[purpose]}
          options={[
            { value: 'yes', label: sharedWords(true) },
            { value: 'no', label: sharedWords(false) },
          ]}
          value={answer}
          onValueChange={setAnswer}
        />
        {shared && (
          <TextField
            label={t('sharing.until')}
            help={t('sharing.untilHelp')}
            type="date"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
        {failure !== undefined && (
          <Alert tone="bad" className="text-13">
            {failure}
          </Alert>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** The end of a day of the reader's clock. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}
