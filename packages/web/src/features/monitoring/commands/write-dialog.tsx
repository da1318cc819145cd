import { Dialog } from '@base-ui/react/dialog'
import { api, type MachineCommand, type WritableTag } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { outcomeWords } from './command-list.tsx'
import { boundsWords, choicesOf, typedValue, withUnit } from './typed-value.ts'
import { commandsKey, type MachineCommands } from './use-machine-commands.ts'

interface WriteDialogProps {
  id: string
  known: MachineCommands
  onClose: () => void
}

/** Writes a value in three steps: which one, a question, and what became of it. */
export function WriteDialog({ id, known, onClose }: WriteDialogProps) {
  const client = useQueryClient()
  const [name, setName] = useState(known.tags[0]?.tag ?? '')
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [value, setValue] = useState<MachineCommand['value']>()
  const [isSending, setSending] = useState(false)
  const [command, setCommand] = useState<MachineCommand>()
  const tag = known.tags.find((one) => one.tag === name)
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (tag === undefined) return
    const read = typedValue(tag, text)
    setFault('fault' in read ? read.fault : undefined)
    if ('value' in read) setValue(read.value)
  }
  const send = async () => {
    if (value === undefined) return
    setSending(true)
    try {
      setCommand(await callApi(api.sendMachineCommand, { params: { id }, body: { tag: name, value } }))
    } catch (failure) {
      setFault(failure instanceof ApiError ? failure.message : t('app.theServerCouldNotBeReachedTry'))
      setValue(undefined)
    }
    setSending(false)
    await client.invalidateQueries({ queryKey: commandsKey(id) })
  }
  // What became of it is in the list, once that was read again.
  const sent = known.commands.find((one) => one.id === command?.id) ?? command
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={dialogClasses}>
          <Dialog.Title className="font-display text-20 font-semibold">
            {t('monitoring.writeAValueOf', { machine: id })}
          </Dialog.Title>
          {sent && <Result command={sent} onClose={onClose} />}
          {!sent && tag && value !== undefined && (
            <Question {...{ tag, value, isSending }} onBack={() => setValue(undefined)} onSend={() => void send()} />
          )}
          {!sent && value === undefined && (
            <form onSubmit={ask} noValidate className="grid gap-4">
              <Select
                label={t('monitoring.writeWhat')}
                options={known.tags.map((one) => ({ value: one.tag, label: one.tag }))}
                value={name}
                onValueChange={(next) => {
                  setName(next)
                  setText('')
                  setFault(undefined)
                }}
              />
              {tag && <Present tag={tag} />}
              {tag && <NewValue {...{ tag, text, fault }} onText={setText} />}
              <div className="flex flex-wrap justify-end gap-2">
                <Button onClick={onClose}>{t('general.cancel')}</Button>
                <Button type="submit" variant="primary">
                  {t('monitoring.writeGoOn')}
                </Button>
              </div>
            </form>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Present({ tag }: { tag: WritableTag }) {
  return (
    <dl className="flex gap-2.5 text-13">
      <dt className="text-text-2">{t('monitoring.writePresentValue')}</dt>
      <dd className="font-[550] tabular-nums [overflow-wrap:anywhere]">{withUnit(tag.value, tag.unit)}</dd>
    </dl>
  )
}

interface NewValueProps {
  tag: WritableTag
  text: string
  fault: string | undefined
  onText: (text: string) => void
}

/** Choices are values of any type: each goes by its place. */
function NewValue({ tag, text, fault, onText }: NewValueProps) {
  const choices = choicesOf(tag)
  const unit = tag.unit === null ? '' : ` (${tag.unit})`
  const label = `${t('monitoring.writeNewValue')}${unit}`
  if (choices.length === 0) {
    return (
      <TextField
        label={label}
        value={text}
        inputMode={tag.dataType === 'number' ? 'decimal' : 'text'}
        maxLength={512}
        autoComplete="off"
        help={boundsWords(tag)}
        {...(fault !== undefined && { error: fault })}
        onChange={(event) => onText(event.target.value)}
      />
    )
  }
  const options = choices.map((choice, place) => ({ value: String(place), label: withUnit(choice, null) }))
  return (
    <div className="grid gap-2">
      <Select
        label={label}
        options={[{ value: '', label: t('monitoring.writeChoose') }, ...options]}
        value={text}
        onValueChange={onText}
      />
      {fault !== undefined && (
        <Alert tone="bad" className="text-13">
          {fault}
        </Alert>
      )}
    </div>
  )
}

/** What was pressed to get to a step is gone: the focus goes to what changes nothing. */
function useFocus() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return button
}

interface QuestionProps {
  tag: WritableTag
  value: MachineCommand['value']
  isSending: boolean
  onBack: () => void
  onSend: () => void
}

function Question({ tag, value, isSending, onBack, onSend }: QuestionProps) {
  const back = useFocus()
  const words = { tag: tag.tag, before: withUnit(tag.value, tag.unit), value: withUnit(value, tag.unit) }
  return (
    <>
      <Dialog.Description render={<div />} className="grid gap-3">
        <p className="[overflow-wrap:anywhere]">{t('monitoring.writeQuestion', words)}</p>
        <Alert tone="warn" className="text-13">
          {t('monitoring.writeActsAtOnce')}
        </Alert>
      </Dialog.Description>
      <div className="flex flex-wrap justify-end gap-2">
        <Button ref={back} onClick={onBack}>
          {t('monitoring.writeBack')}
        </Button>
        <Button variant="danger" busy={isSending} onClick={onSend}>
          {t('monitoring.writeNow')}
        </Button>
      </div>
    </>
  )
}

const explanations: Record<MachineCommand['outcome'], string> = {
  sent: t('monitoring.writeWaiting'),
  confirmed: t('monitoring.writeHasTaken'),
  not_confirmed: t('monitoring.writeHasNotTaken'),
  failed: t('monitoring.writeHasNotLeft'),
}

function Result({ command, onClose }: { command: MachineCommand; onClose: () => void }) {
  const close = useFocus()
  const { tag, unit, value, outcome } = command
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <span translate="no">{tag}</span>: {withUnit(value, unit)}
      </p>
      <Alert tone={outcomeWords[outcome].tone} className="text-13">
        {explanations[outcome]}
      </Alert>
      <div className="flex justify-end">
        <Button ref={close} onClick={onClose}>
          {t('general.close')}
        </Button>
      </div>
    </>
  )
}
