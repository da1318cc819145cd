import { api } from '@packhouse/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { addThisDevice, explainPushFailure, ownFingerprint } from '../../lib/push-device.ts'

export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => callApi(api.pushSettings, {}, { signal }),
})

/** The subscription of this browser: undefined while it is not known. */
export function useOwnFingerprint(): string | null | undefined {
  return useQuery({ queryKey: ['push', 'own'], queryFn: ownFingerprint }).data
}

/** Adds this browser to those that get notifications. The settings have to be there: browsers ask only right after a press. */
export function useAddDevice(publicKey: string | undefined) {
  const queries = useQueryClient()
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: () => addThisDevice(publicKey ?? ''),
    onSettled: () => queries.invalidateQueries(pushQuery),
  })
  const failure = error === null ? null : explainPushFailure(error)
  return { add: () => mutate(), isAdding: isPending, isAdded: isSuccess, failure }
}
