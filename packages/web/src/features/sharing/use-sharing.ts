import { api, type MySharing, type SupportAnswer } from '@packhouse/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showAnswer } from '../../lib/query-client.ts'

const REFRESH_MS = 30_000
const sharingKey = ['sharing']
const historyKey = ['sharing', 'history']
const accessKey = ['sharing', 'access']

export function useMySharing() {
  return useQuery({
    queryKey: sharingKey,
    queryFn: ({ signal }) => callApi(api.mySharing, {}, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

export function useSharingHistory() {
  return useQuery({
    queryKey: historyKey,
    queryFn: ({ signal }) => callApi(api.sharingHistory, { query: {} }, { signal }),
  })
}

/** @param enabled whether the reader may ask */
export function useMySupportAccess(enabled = true) {
  return useQuery({
    enabled,
    queryKey: accessKey,
    queryFn: ({ signal }) => callApi(api.mySupportAccess, {}, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Whether a machine is shared, asked again until access is granted. */
export function useMachineSharing(id: string) {
  return useQuery({
    queryKey: machineKey(id),
    queryFn: ({ signal }) => callApi(api.machineSharing, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

export function machineKey(id: string) {
  return ['sharing', 'machine', id]
}

/** Decisions of the reader; each answers the words of a refusal, or undefined where it was done. */
export function useDecisions() {
  const client = useQueryClient()
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return error.message
      throw error
    }
  }
  return {
    decide: (body: Parameters<typeof callApi<typeof api.decideSharing>>[1]['body']) =>
      attempt(async () => {
        showAnswer<MySharing>(client, sharingKey, await callApi(api.decideSharing, { body }))
        await client.invalidateQueries({ queryKey: historyKey })
      }),
    answer: (id: string, answer: SupportAnswer) =>
      attempt(async () => {
        showAnswer(client, accessKey, await callApi(api.answerSupportAccess, { params: { id }, body: { answer } }))
      }),
  }
}
