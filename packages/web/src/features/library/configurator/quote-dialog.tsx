import { Dialog } from '@base-ui/react/dialog'
import { customers, projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useId, useState } from 'react'
import { hasPermission } from '../../../lib/permission.ts'
import { useSession } from '../../../lib/session.ts'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { controlAttributes, FieldFrame, inputClasses } from '../../../resource/form/field-frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { makeQuote } from './add-to-quote.ts'
import { PriceForm } from './price-form.tsx'
import type { ConfiguredMachine } from './quote-line.ts'
import type { QuoteTarget } from './quote-target.ts'
import type { useAddToQuote } from './use-add-to-quote.ts'

export interface QuoteDialogProps {
  machine: ConfiguredMachine
  adding: ReturnType<typeof useAddToQuote>
  /** The quote that was chosen before; undefined asks for one. */
  target: QuoteTarget | undefined
  onClose: () => void
}

/** Asks which quote a machine comes into, and what to do where that one cannot take it. */
export function QuoteDialog({ machine, adding, target, onClose }: QuoteDialogProps) {
  const { refusal, question } = adding
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={dialogClasses}>
          <Dialog.Title className="font-display text-20 font-semibold">{t('configurator.addToQuote')}</Dialog.Title>
          {refusal !== undefined && (
            <Alert tone="warn">
              <p>{refusal.words}</p>
              {refusal.blocked !== undefined && <p className="mt-1">{t('configurator.newVersionTakesIt')}</p>}
            </Alert>
          )}
          {question !== undefined && refusal?.blocked === undefined ? (
            <PriceForm question={question} isBusy={adding.isBusy} onPrice={adding.answer} onClose={onClose} />
          ) : target === undefined && refusal?.blocked === undefined ? (
            <TargetForm machine={machine} adding={adding} onClose={onClose} />
          ) : (
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onClose}>{t('general.cancel')}</Button>
              {refusal?.blocked !== undefined && (
                <Button
                  variant="primary"
                  busy={adding.isBusy}
                  onClick={() => refusal.blocked && adding.addToNewVersion(refusal.blocked)}
                >
                  {t('configurator.addToNewVersion')}
                </Button>
              )}
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function TargetForm({ machine, adding, onClose }: Omit<QuoteDialogProps, 'target'>) {
  const session = useSession()
  const [kind, setKind] = useState<'open' | 'new'>('open')
  const [projectId, setProjectId] = useState('')
  const [customerId, setCustomerId] = useState('')
  const { model, name } = machine.configured.content.machine
  const [title, setTitle] = useState(`${model} ${name}`)
  const isReady = kind === 'open' ? projectId !== '' : customerId !== '' && title.trim() !== ''
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isReady) return
    const ownerId = session?.user.id ?? ''
    adding.add(() =>
      kind === 'open'
        ? { projectId, lineId: undefined }
        : makeQuote(machine, { customerId, title: title.trim(), ownerId }),
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {hasPermission(session, 'project.create') && (
        <Segments
          label={t('configurator.whichQuote')}
          options={[
            { value: 'open', label: t('configurator.openQuote') },
            { value: 'new', label: t('configurator.newQuote') },
          ]}
          value={kind}
          onValueChange={setKind}
        />
      )}
      {kind === 'open' && <Chosen name={projects.name} value={projectId} onChange={setProjectId} />}
      {kind === 'new' && (
        <>
          <Chosen name={customers.name} value={customerId} onChange={setCustomerId} />
          <TextField
            label={declared('project').fields.title?.label ?? ''}
            value={title}
            maxLength={200}
            onChange={({ target }) => setTitle(target.value)}
          />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('general.cancel')}</Button>
        <Button type="submit" variant="primary" busy={adding.isBusy} disabled={!isReady}>
          {t('estimator.add')}
        </Button>
      </div>
    </form>
  )
}

/** A choice among the rows of a resource. */
function Chosen({ name, value, onChange }: { name: string; value: string; onChange: (id: string) => void }) {
  const id = useId()
  const resource = declared(name)
  const frame = { id, label: resource.noun[0].replace(/^./u, (first) => first.toUpperCase()), required: true }
  return (
    <FieldFrame {...frame}>
      <ChoiceCombobox
        source={{ resource, by: 'id' }}
        value={value}
        onChange={onChange}
        inputClassName={inputClasses(false)}
        attributes={{ ...controlAttributes(frame) }}
      />
    </FieldFrame>
  )
}
