import { t } from '@packhouse/messages'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** What is wrong is said by the fields themselves; the first of them gets the focus. */
export const AT_FIELDS = Symbol()

const looks = {
  /** A panel of its own with the title in sight. */
  panel: 'rounded-panel border border-line bg-surface-2 px-4 py-4',
  /** Below the head or a row of a panel. */
  row: 'border-t border-line bg-surface-2 px-4 py-3',
  /** Within something that has a frame already, and that Escape may belong to. */
  plain: '',
}

export interface FormFrameProps {
  title: string
  look: keyof typeof looks
  /** Why it cannot be sent yet: in words, or AT_FIELDS; undefined where it can. */
  fault: () => string | typeof AT_FIELDS | undefined
  /** Rejects with an ApiError where the server refuses. */
  send: () => Promise<void>
  /** Where the reader gives up, and after it was sent. */
  onDone: () => void
  /** After it was sent, where that is something else than giving up. */
  onSent?: () => void
  /** What the button says that sends: Save, unless the form does something else. */
  sendLabel?: string
  children: ReactNode
}

/**
 * A short form of a page, which its opener shows and takes away. What was typed stays where the server refuses it, with the reason; it is
 * sent once, whatever is pressed while the answer is on its way; and an answer that comes after the form was closed closes no other one.
 */
export function FormFrame({ title, look, fault, send, onDone, onSent = onDone, sendLabel, children }: FormFrameProps) {
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sender = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (look === 'panel') form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('input:not([type=radio]), select')?.focus()
  }, [look])
  const isOn = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isOn.current) return
    const found = fault()
    setFailure(found === AT_FIELDS ? undefined : found)
    if (found === AT_FIELDS) {
      // After the fields are marked.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    }
    if (found !== undefined) return
    isOn.current = true
    // The fields take nothing while they are sent: it would not be part of what is stored.
    const typedIn = document.activeElement
    sender.current?.focus()
    setSending(true)
    try {
      await send()
      if (form.current !== null) onSent()
    } catch (error) {
      isOn.current = false
      setFailure(error instanceof ApiError ? error.message : t('service.theServerCouldNotBeReached'))
      setSending(false)
      requestAnimationFrame(() => {
        if (document.activeElement === sender.current && typedIn instanceof HTMLElement) typedIn.focus()
      })
    }
  }
  return (
    <form
      ref={form}
      aria-label={title}
      noValidate
      onKeyDown={(event) => {
        if (look !== 'plain' && event.key === 'Escape' && !event.defaultPrevented) onDone()
      }}
      onSubmit={(event) => void submit(event)}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${looks[look]}`}
    >
      {look === 'panel' && <h2>{title}</h2>}
      <div inert={isSending} className="contents">
        {children}
      </div>
      {failure !== undefined && (
        <Alert tone="bad" className="text-13">
          {failure}
        </Alert>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          {t('general.cancel')}
        </Button>
        <Button ref={sender} type="submit" variant="primary" busy={isSending}>
          {sendLabel ?? t('service.save')}
        </Button>
      </div>
    </form>
  )
}
