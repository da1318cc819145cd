import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { faultSentence } from '../../resource/words.ts'
import { Alert } from '../../ui/alert.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Registers the certificate of a machine, from its PEM, for the key. */
export function CertificateTab({ row }: { row: ResourceRow }) {
  const resource = declared('deviceCertificate')
  const { allowed, permission } = usePermission(api.registerDeviceCertificate)
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [certificate, setCertificate] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const faults = failure instanceof ApiError ? failure.errors : []
  /** What is wrong with a field of what was sent, as a sentence. */
  const faultOf = (label: string, ...fields: string[]) => {
    const found = faults.find(({ path }) => fields.some((field) => path.endsWith(field)))
    return found && `${faultSentence(label, found.message)}.`
  }
  const nameFault = faultOf(t('people.nameOfTheCertificate'), 'name')
  // The server reads the fingerprint from the certificate.
  const certificateFault = faultOf(t('people.certificate'), 'certificate', 'fingerprint')
  if (!allowed) return <p className="text-13 text-text-2">{t('people.forThisYouNeedThePermission', { permission })}</p>
  const register = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      await callApi(api.registerDeviceCertificate, { body: { name, certificate, apiKeyId: row.id } })
      setName('')
      setCertificate('')
      await renew(client, resource)
      showToast({ message: t('people.certificateRegistered', { name }) })
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  return (
    <form className="grid gap-4" onSubmit={(event) => void register(event)}>
      <p className="text-13 text-text-2">{t('people.aMachineThatShowsItsCertificate')}</p>
      {failure !== null && nameFault === undefined && certificateFault === undefined && (
        <Alert tone="bad">{errorMessage(resource, failure)}</Alert>
      )}
      <TextField
        label={t('people.nameOfTheCertificate')}
        value={name}
        maxLength={100}
        required
        {...(nameFault !== undefined && { error: nameFault })}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={t('people.certificateInPem')}
        value={certificate}
        rows={8}
        required
        spellCheck={false}
        className="font-mono"
        error={certificateFault}
        onChange={(event) => setCertificate(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy}>
          {t('people.registerTheCertificate')}
        </Button>
        <AppLink href={`/system/device-certificates?apiKeyId=${row.id}`}>{t('people.certificatesOfThisKey')}</AppLink>
      </div>
    </form>
  )
}
