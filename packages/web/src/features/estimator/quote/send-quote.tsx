import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { hasPermission } from '../../../lib/permission.ts'
import { useSession } from '../../../lib/session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { emailInput } from '../../../ui/email-input.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useShowQuotes } from './use-project-quotes.ts'

/** Sends a project to somebody. The link is shown once, to be copied; it is mailed too where there is a mail server. */
export function SendQuote({ id }: { id: string }) {
  const show = useShowQuotes(id)
  const session = useSession()
  const [recipientName, setName] = useState('')
  const [recipientEmail, setEmail] = useState('')
  const [sent, setSent] = useState<{ address: string; isMailed: boolean }>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (!hasPermission(session, api.createQuoteLink.access)) return null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      const body = { recipientName, recipientEmail }
      setSent(await callApi(api.createQuoteLink, { params: { id }, body }))
      await show()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <form aria-label={t('quotePanel.send')} onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextField
        label={t('quotePanel.recipientName')}
        value={recipientName}
        required
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('quotePanel.recipientEmail')}
        {...emailInput}
        value={recipientEmail}
        required
        maxLength={320}
        onChange={(event) => setEmail(event.target.value)}
      />
      {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
      <div>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('quotePanel.send')}
        </Button>
      </div>
      {sent !== undefined && (
        <Alert tone={sent.isMailed ? 'info' : 'warn'}>
          <p>{sent.isMailed ? t('quotePanel.shownOnce') : t('quotePanel.notMailed')}</p>
          <p className="code my-2 wrap-anywhere">{sent.address}</p>
          <Button size="dense" onClick={() => void navigator.clipboard.writeText(sent.address)}>
            {t('quotePanel.copy')}
          </Button>
        </Alert>
      )}
    </form>
  )
}
