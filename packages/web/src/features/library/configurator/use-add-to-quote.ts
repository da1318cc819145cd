import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { addToQuote, newVersionOf } from './add-to-quote.ts'
import type { ConfiguredMachine } from './quote-line.ts'
import type { QuoteTarget } from './quote-target.ts'

/** Why a machine did not come into a quote. */
export interface Refusal {
  words: string
  /** Where somebody edits the quote, or it changes no more, a new version of it takes the machine. */
  blocked: QuoteTarget | undefined
}

/** Puts the machine into a quote and goes there. */
export function useAddToQuote(machine: ConfiguredMachine | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const run = async (find: () => Promise<QuoteTarget> | QuoteTarget) => {
    if (machine === undefined || isBusy) return
    let target: QuoteTarget | undefined
    setBusy(true)
    setRefusal(undefined)
    try {
      target = await find()
      const project = await addToQuote(machine, target, t('configurator.sectionOfMachines'))
      const { model, currency } = machine.configured.content.machine
      const words = { model, number: project.number, currency: currency ?? '' }
      const message =
        project.currency === currency ? t('configurator.addedTo', words) : t('configurator.addedWithoutPrice', words)
      showToast({ message })
      await renew(client, declared('project'))
      await navigate({ href: `/estimator/projects/${target.projectId}` })
    } catch (error) {
      setRefusal(refusalOf(error, target))
    }
    setBusy(false)
  }
  return {
    isBusy,
    refusal,
    add: (find: () => Promise<QuoteTarget> | QuoteTarget) => void run(find),
    addToNewVersion: (blocked: QuoteTarget) => void run(() => newVersionOf(blocked)),
    forget: () => setRefusal(undefined),
  }
}

function refusalOf(error: unknown, target: QuoteTarget | undefined): Refusal {
  const words = error instanceof Error ? error.message : String(error)
  const isBlocked = error instanceof ApiError && ['edit_locked', 'state_frozen'].includes(error.code)
  return { words, blocked: isBlocked ? target : undefined }
}
