import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { addToQuote, newVersionOf, PriceNotKnown } from './add-to-quote.ts'
import type { ConfiguredMachine } from './quote-line.ts'
import type { QuoteTarget } from './quote-target.ts'

/** Why a machine did not come into a quote. */
export interface Refusal {
  words: string
  /** Where somebody edits the quote, or it changes no more, a new version of it takes the machine. */
  blocked: QuoteTarget | undefined
}

/** A quote that takes the machine once its price is entered. */
export interface PriceQuestion {
  reason: string
  currency: string
  target: QuoteTarget
}

/** Puts the machine into a quote and goes there. */
export function useAddToQuote(machine: ConfiguredMachine | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<Refusal>()
  const [question, setQuestion] = useState<PriceQuestion>()
  const [isBusy, setBusy] = useState(false)
  const run = async (find: () => Promise<QuoteTarget> | QuoteTarget, askedPrice?: string) => {
    if (machine === undefined || isBusy) return
    let target: QuoteTarget | undefined
    setBusy(true)
    setRefusal(undefined)
    try {
      target = await find()
      const project = await addToQuote(machine, target, t('configurator.sectionOfMachines'), askedPrice)
      const { model } = machine.configured.content.machine
      await renew(client, declared('project'))
      await navigate({ href: `/estimator/projects/${target.projectId}` })
      showToast({ message: t('configurator.addedTo', { model, number: project.number }) })
    } catch (error) {
      if (error instanceof PriceNotKnown && target !== undefined)
        setQuestion({ reason: error.message, currency: error.currency, target })
      else setRefusal(refusalOf(error, target))
    }
    setBusy(false)
  }
  return {
    isBusy,
    refusal,
    add: (find: () => Promise<QuoteTarget> | QuoteTarget) => void run(find),
    addToNewVersion: (blocked: QuoteTarget) => void run(() => newVersionOf(blocked)),
    question,
    answer: (price: string) => question && void run(() => question.target, price),
    forget: () => {
      setRefusal(undefined)
      setQuestion(undefined)
    },
  }
}

function refusalOf(error: unknown, target: QuoteTarget | undefined): Refusal {
  const words = error instanceof Error ? error.message : String(error)
  const isBlocked = error instanceof ApiError && ['edit_locked', 'state_frozen'].includes(error.code)
  return { words, blocked: isBlocked ? target : undefined }
}
