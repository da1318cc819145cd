import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'

const AWAY = t('settings.theServerCouldNotBeReached')

export interface Saving {
  busy: boolean
  /** What is wrong with a field of the body, in words that follow its label. */
  fault: (field: string) => string | undefined
  /** What is wrong with something else. */
  failure: string | null
  /** What was done at last. */
  done: string | null
  submit: (work: () => Promise<string | null>) => (event: FormEvent) => Promise<void>
}

/** A form that is sent: busy, faults at their fields, and what came of it. The work answers what to say when it is done. */
export function useSaving(): Saving {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [done, setDone] = useState<string | null>(null)
  const errors = error instanceof ApiError ? error.errors : []
  return {
    busy,
    fault: (field) => errors.find(({ path }) => path === `body.${field}`)?.message,
    failure: error === null || errors.length > 0 ? null : explain(error),
    done,
    submit: (work) => async (event) => {
      event.preventDefault()
      if (busy) return
      setBusy(true)
      setError(null)
      setDone(null)
      try {
        setDone(await work())
      } catch (thrown) {
        setError(thrown)
      } finally {
        setBusy(false)
      }
    },
  }
}

function explain(error: unknown): string {
  return error instanceof ApiError && error.status < 500 ? error.message : AWAY
}
