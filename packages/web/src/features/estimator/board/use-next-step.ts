import { api, type ProjectCard } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { NextProjectStep } from './next-steps.ts'

interface Taken {
  card: ProjectCard
  step: NextProjectStep
}

/** Takes a project a step further: holds its edit lock for that moment, so that nobody is in the middle of a change. */
export function useNextStep() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: takeStep,
    onSuccess: (_row, { card, step }) =>
      showToast({ message: t('estimator.stepTaken', { number: card.number, step: step.words }) }),
    onError: (error) => showToast({ tone: 'failed', message: error.message }),
    onSettled: () => renew(client, declared('project')),
  })
  return {
    take: (card: ProjectCard, step: NextProjectStep) => mutation.mutate({ card, step }),
    isBusy: mutation.isPending,
  }
}

async function takeStep({ card: { id, rowVersion }, step }: Taken): Promise<void> {
  const token = await beginUnlessFrozen(id)
  try {
    await callApi(
      step.call,
      { params: { id }, body: { rowVersion } },
      { headers: token === undefined ? {} : { 'edit-lock': token } },
    )
  } finally {
    if (token !== undefined) await callApi(api.releaseLock, { params: { id }, body: { token } }).catch(() => undefined)
  }
}

/** What is frozen is edited by nobody and needs no lock. */
async function beginUnlessFrozen(id: string): Promise<string | undefined> {
  try {
    const { token } = await callApi(api.acquireLock, { params: { id }, body: { session: crypto.randomUUID() } })
    return token
  } catch (error) {
    if (error instanceof ApiError && error.code === 'state_frozen') return undefined
    throw error
  }
}
