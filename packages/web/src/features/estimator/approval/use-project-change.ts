import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallOptions, callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'

/** Below it everything is cached that is read of one project beside its row. */
export const projectKey = (id: string, ...rest: unknown[]) => ['project', id, ...rest]

/** `held`: by the token of the lock that the page holds, or else by one for this change alone. `free`: no lock is needed. */
export type Holding = { kind: 'held'; token: string | undefined } | { kind: 'free' }

/**
 * A change of a project as a whole, such as its state. What is shown of it is renewed after it; a refusal is shown in the words of the server.
 * @param done what to say when it is done
 */
export function useProjectChange<Input, Result>(
  id: string,
  act: (input: Input, options: CallOptions) => Promise<Result>,
  { holding, done }: { holding: Holding; done: (result: Result) => string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => whileHeld(id, holding, (options) => act(input, options)),
    onSuccess: async (result) => {
      await client.invalidateQueries({ queryKey: projectKey(id) })
      await renew(client, declared('project'))
      showToast({ message: done(result) })
    },
    onError: (error) => showToast({ tone: 'failed', message: refusalWords(error) }),
  })
}

/**
 * Does something with a project while its edit lock is held.
 * @throws ApiError `edit_locked` where somebody else edits it
 */
export async function whileHeld<T>(
  id: string,
  holding: Holding,
  work: (options: CallOptions) => Promise<T>,
): Promise<T> {
  if (holding.kind === 'free') return await work({})
  if (holding.token !== undefined) return await work({ headers: { 'edit-lock': holding.token } })
  const params = { id }
  const { token } = await callApi(api.acquireLock, { params, body: { session: crypto.randomUUID() } })
  try {
    return await work({ headers: { 'edit-lock': token } })
  } finally {
    // One that is not released ends by itself.
    await callApi(api.releaseLock, { params, body: { token } }).catch(() => undefined)
  }
}

/** Why a change was refused, in the words of the server: those at its fields where it names any. */
export function refusalWords(error: unknown): string {
  if (!(error instanceof ApiError)) return t('resource.theServerCouldNotBeReached')
  return error.errors.length > 0 ? error.errors.map(({ message }) => message).join(' ') : error.message
}
