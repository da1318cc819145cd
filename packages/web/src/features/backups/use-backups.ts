import { api } from '@packhouse/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { showToast } from '../../ui/toasts.tsx'

const KEY = ['backups']
const REFRESH_MS = 15_000
/** While something waits or runs. */
const PROGRESS_MS = 2_000

export function useBackups() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(api.listBackups, {}, { signal }),
    refetchInterval: ({ state }) => ((state.data?.open.length ?? 0) > 0 ? PROGRESS_MS : REFRESH_MS),
  })
}

/** Does something about backups, loads the list again, and then says that it is done. */
export function useBackupAct<Input = void>(act: (input: Input) => Promise<unknown>, done: string) {
  const queries = useQueryClient()
  const renewBackups = () => queries.invalidateQueries({ queryKey: KEY })
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await renewBackups()
      showToast({ message: done })
    },
    onError: (error) => {
      showToast({ message: error.message, tone: 'failed' })
      return renewBackups()
    },
  })
}
