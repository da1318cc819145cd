import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { Select } from '../../../ui/select.tsx'
import { useWindow } from './machine-window.ts'
import { PREVIOUS } from './page-view.ts'

/** A list that somebody can still choose from. */
const LONGEST_LIST = 200

/** With what the charts are compared: the period before, or another machine of the same kind. */
export function CompareSelect() {
  const { id, view, change } = useWindow()
  const [reached, setReached] = useState(false)
  // Asked for when somebody reaches for it: a large fleet has many ids, and most readers compare nothing.
  const { data } = useQuery({
    queryKey: ['machines', 'ids'],
    queryFn: ({ signal }) => callApi(api.listMachineIds, {}, { signal }),
    enabled: reached,
    staleTime: 5 * 60_000,
  })
  const same = (data?.ids ?? []).filter((other) => other !== id && kindOf(other) === kindOf(id)).slice(0, LONGEST_LIST)
  const chosen = view.compare !== undefined && view.compare !== PREVIOUS ? [view.compare] : []
  const machines = [...new Set([...chosen, ...same])]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody reaches for the choice inside
    <div className="max-md:w-full" onPointerEnter={() => setReached(true)} onFocus={() => setReached(true)}>
      <Select
        label={t('monitoring.compareWith')}
        options={[
          { value: '', label: t('monitoring.nothing') },
          { value: PREVIOUS, label: t('monitoring.thePeriodBefore') },
          ...machines.map((other) => ({ value: other, label: other })),
        ]}
        value={view.compare ?? ''}
        onValueChange={(compare) => change({ compare: compare || undefined })}
      />
    </div>
  )
}

/** The family a machineID begins with. */
function kindOf(machineID: string): string {
  return machineID.split('-')[0]?.toUpperCase() ?? ''
}
