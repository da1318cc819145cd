import type { ServiceSignatures, SignatureDrawing, SigningParty } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SignatureField } from '../../../entities/signing/signature-field.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { renewSignatures, sign } from './use-signatures.ts'

export interface SignFormProps {
  record: ServiceSignatures
  /** The sides that the reader may sign for. */
  parties: readonly SigningParty[]
  onDone: () => void
}

/** Signs a service record as it is shown: a name, and a drawing where there is one. */
export function SignForm({ record, parties, onDone }: SignFormProps) {
  const client = useQueryClient()
  const [party, setParty] = useState<SigningParty>('customer')
  const [name, setName] = useState('')
  const [drawing, setDrawing] = useState<SignatureDrawing>([])
  const [fault, setFault] = useState<string>()
  const [isNameMissing, setNameMissing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setNameMissing(name.trim() === '')
    setFault(undefined)
    if (name.trim() === '') return nameField.current?.focus()
    setSaving(true)
    try {
      const drawn = drawing.length > 0 ? drawing : null
      await sign(client, record.recordId, { party, name: name.trim(), drawing: drawn, sha256: record.sha256 })
      showToast({ message: t('service.wasSigned') })
      onDone()
    } catch (failure) {
      setFault(failure instanceof ApiError ? failure.message : t('service.theServerCouldNotBeReached'))
      setSaving(false)
      // What is drawn stays: it is signed once the reader has seen what has changed.
      if (failure instanceof ApiError && failure.code === 'stale') await renewSignatures(client, record.recordId)
    }
  }
  return (
    <form aria-label={t('service.sign')} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {parties.length > 1 && (
        <div>
          <Segments
            label={t('service.whoSigns')}
            options={parties.map((value) => ({ value, label: t(`service.signedFor.${value}`) }))}
            value={party}
            onValueChange={setParty}
          />
        </div>
      )}
      <TextField
        label={t('service.nameOfSigner')}
        value={name}
        maxLength={200}
        ref={nameField}
        autoComplete="off"
        {...(isNameMissing && { error: t('service.enterTheName') })}
        onChange={(event) => {
          setName(event.target.value)
          setNameMissing(false)
        }}
      />
      <SignatureField drawing={drawing} onDrawing={setDrawing} />
      {fault !== undefined && (
        <Alert tone="bad" className="text-13">
          {fault}
        </Alert>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {t('service.sign')}
        </Button>
      </div>
    </form>
  )
}
