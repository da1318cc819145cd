import type { ServiceSignatures, SignatureDrawing, SigningParty } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SignatureField } from '../../../entities/signing/signature-field.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { AT_FIELDS, FormFrame } from '../../../resource/form/form-frame.tsx'
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
  const [isNameMissing, setNameMissing] = useState(false)
  const fault = () => {
    const isMissing = name.trim() === ''
    setNameMissing(isMissing)
    return isMissing ? AT_FIELDS : undefined
  }
  const send = async () => {
    try {
      const drawn = drawing.length > 0 ? drawing : null
      await sign(client, record.recordId, { party, name: name.trim(), drawing: drawn, sha256: record.sha256 })
      showToast({ message: t('service.wasSigned') })
    } catch (failure) {
      // What is drawn stays: it is signed once the reader has seen what has changed.
      if (failure instanceof ApiError && failure.code === 'stale') void renewSignatures(client, record.recordId)
      throw failure
    }
  }
  return (
    <FormFrame
      look="plain"
      title={t('service.sign')}
      sendLabel={t('service.sign')}
      fault={fault}
      send={send}
      onDone={onDone}
    >
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
        autoComplete="off"
        {...(isNameMissing && { error: t('service.enterTheName') })}
        onChange={(event) => {
          setName(event.target.value)
          setNameMissing(false)
        }}
      />
      <SignatureField drawing={drawing} onDrawing={setDrawing} />
    </FormFrame>
  )
}
