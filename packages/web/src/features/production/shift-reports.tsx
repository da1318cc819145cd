import { api, type ShiftReports } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showAnswer } from '../../lib/query-client.ts'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** After which shifts of the site the reader is mailed a report. Each choice counts at once. */
export function ShiftReportChoices({ id }: { id: string }) {
  const client = useQueryClient()
  const queryKey = ['machines', 'shift-reports', id]
  const { data, isLoadingError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(api.machineShiftReports, { params: { id } }, { signal }),
  })
  const toggle = async (reports: ShiftReports, shiftId: string) => {
    const subscribed = reports.shifts.filter((shift) => shift.isSubscribed !== (shift.shiftId === shiftId))
    const shiftIds = subscribed.map((shift) => shift.shiftId)
    try {
      showAnswer(client, queryKey, await callApi(api.subscribeToShifts, { params: { id }, body: { shiftIds } }))
      showToast({ message: t('production.reportsChanged') })
    } catch (error) {
      showToast({ tone: 'failed', message: error instanceof ApiError ? error.message : t('production.noAnswer') })
    }
  }
  if (data === undefined) {
    return isLoadingError ? <PanelFailure what={t('production.theReports')} onRetry={() => void refetch()} /> : null
  }
  return (
    <fieldset className="border-t border-line bg-surface-2 px-4 py-3 text-13">
      <legend className="float-left mb-1 w-full font-[550]">{t('production.mailMeAfter')}</legend>
      <div className="clear-both">
        {data.shifts.map(({ shiftId, name, startsAt, endsAt, isSubscribed }) => (
          <label key={shiftId} className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-(--action)"
              checked={isSubscribed}
              onChange={() => void toggle(data, shiftId)}
            />
            <span className="min-w-0 wrap-anywhere">
              {t('production.shiftTimes', { name, from: startsAt, to: endsAt })}
            </span>
          </label>
        ))}
        <p className="mt-1 text-12 text-text-2">{t('production.reportHelp', { location: data.location ?? '' })}</p>
      </div>
    </fieldset>
  )
}
