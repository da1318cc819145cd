import { type Api, api, type CallInput } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { showToast } from '../../ui/toasts.tsx'
import { ALARMS, POLL_MS } from './alarm-summary.ts'

export type AlarmQuery = NonNullable<CallInput<Api['listAlarms']>['query']>

export function useAlarms(query: AlarmQuery) {
  return useQuery({
    queryKey: [...ALARMS, 'list', query],
    queryFn: ({ signal }) => callApi(api.listAlarms, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

export function useShelves(page: number) {
  return useQuery({
    queryKey: [...ALARMS, 'shelves', page],
    queryFn: ({ signal }) =>
      callApi(api.listAlarmShelves, { query: { page: String(page), pageSize: '50' } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

export function useAlarm(id: string) {
  return useQuery({
    queryKey: [...ALARMS, 'one', id],
    queryFn: ({ signal }) => callApi(api.getAlarm, { params: { id } }, { signal }),
    refetchInterval: POLL_MS,
  })
}

export function useRemedy(id: string) {
  return useQuery({
    queryKey: [...ALARMS, 'remedy', id],
    queryFn: ({ signal }) => callApi(api.alarmRemedy, { params: { id } }, { signal }),
  })
}

export function useAssignees(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...ALARMS, 'assignees', id],
    queryFn: ({ signal }) => callApi(api.alarmAssignees, { params: { id } }, { signal }),
    enabled,
  })
}

export function useAlarmStatistics(days: string, machineID?: string) {
  return useQuery({
    queryKey: [...ALARMS, 'statistics', days, machineID],
    queryFn: ({ signal }) =>
      callApi(api.alarmStatistics, { query: { days, ...(machineID !== undefined && { machineID }) } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/**
 * Does something to alarms and reloads whatever shows alarms. The toast comes after that, so that buttons do not move while somebody presses
 * the next one. A failure is shown as a toast too.
 */
export function useAlarmAct<Input>(act: (input: Input) => Promise<unknown>, done: (input: Input) => string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async (_, input) => {
      await queries.invalidateQueries({ queryKey: ALARMS })
      showToast({ message: done(input) })
    },
    onError: (error) => showToast({ message: error.message, tone: 'failed' }),
  })
}

/** Acknowledges one alarm or several. */
export function useAcknowledge() {
  return useAlarmAct(
    ({ ids, note = null }: { ids: readonly string[]; note?: string | null }) =>
      callApi(api.acknowledgeAlarms, { body: { ids: [...ids], note } }),
    ({ ids }) => t('alarms.alarmsAcknowledged', { count: ids.length }),
  )
}
