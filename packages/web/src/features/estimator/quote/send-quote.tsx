import { api, type contacts } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { hasPermission } from '../../../lib/permission.ts'
import { useSession } from '../../../lib/session.ts'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { FieldFrame, inputClasses } from '../../../resource/form/field-frame.tsx'
import { declared, declaredAs } from '../../../resource/registry.ts'
import { permissionFor } from '../../../resource/use-permission.ts'
import { useResourceRow } from '../../../resource/use-resource.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { emailInput } from '../../../ui/email-input.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { ShownProject } from '../approval/shown-project.ts'
import { useShowQuotes } from './use-project-quotes.ts'

interface SendQuoteProps {
  project: Pick<ShownProject, 'id' | 'customerId' | 'contactId'>
}

/** Sends a project to somebody. The link is shown once, to be copied; it is mailed too where there is a mail server. */
export function SendQuote({ project: { id, customerId, contactId } }: SendQuoteProps) {
  const show = useShowQuotes(id)
  const session = useSession()
  const contactFieldId = useId()
  const [recipientName, setName] = useState('')
  const [recipientEmail, setEmail] = useState('')
  const mayReadContacts = permissionFor(session, declared('contact').calls.get).allowed
  const [chosen, setChosen] = useState(contactId ?? '')
  const contact = useResourceRow(
    declaredAs<typeof contacts>('contact'),
    mayReadContacts && chosen !== '' ? chosen : undefined,
  ).data
  // Whom the project names is proposed; what is typed afterwards counts.
  useEffect(() => {
    if (contact === undefined) return
    setName([contact.firstName, contact.lastName].filter((name) => name !== null).join(' '))
    setEmail(contact.email ?? '')
  }, [contact])
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
    <form aria-label={t('quotePanel.send')} onSubmit={(event) => void send(event)} className="grid max-w-xl gap-3">
      {mayReadContacts && (
        <FieldFrame id={contactFieldId} label={t('quotePanel.contact')} required={false}>
          <ChoiceCombobox
            source={contactsOf(customerId)}
            value={chosen}
            onChange={setChosen}
            clearable
            inputClassName={inputClasses(false)}
            attributes={{ id: contactFieldId }}
          />
        </FieldFrame>
      )}
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

/** The people at the customer of the project. */
function contactsOf(parentId: string) {
  return {
    resource: declared('contact'),
    by: 'id' as const,
    mount: { path: '/v1/customers/{parentId}/contacts', parentId },
  }
}
