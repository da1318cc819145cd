import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { chosenClasses, denseClasses } from '../../resource/table/filter-control.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Option, OptionCombobox } from '../../ui/option-combobox.tsx'
import { ALARMS } from './alarm-summary.ts'

type Chosen = 'customer' | 'machine' | 'rule'

const labels: Record<Chosen, string> = {
  customer: t('alarms.customer'),
  machine: t('alarms.machine'),
  rule: t('alarms.rule'),
}
/** The server offers so many at once. */
const OFFERED = 50
const TYPING_MS = 200

/** A filter by a customer, a machine or a rule that has alarms, found by typing a part of its name. */
export function AlarmChoice({ of, value, onChange }: { of: Chosen; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), TYPING_MS)
  const first = useOptions(of, '')
  const found = useOptions(of, search)
  // What the address names may not be among the first.
  const known = [...(first.data ?? []), ...(found.data ?? [])].find((option) => option.value === value)
  const far = useOptions(of, value, value !== '' && first.data !== undefined && known === undefined)
  const chosen = known ?? far.data?.find((option) => option.value === value)
  const isRemote = (first.data?.length ?? 0) >= OFFERED
  const label = labels[of]
  return (
    <OptionCombobox
      options={(search === '' ? first.data : found.data) ?? []}
      value={value}
      chosen={chosen}
      onChange={onChange}
      placeholder={t('resource.all', { label })}
      attributes={{ 'aria-label': label }}
      inputClassName={classNames(denseClasses, value !== '' && chosenClasses)}
      remote={
        isRemote
          ? { onType: setTyped, isSearching: search !== typed.trim() || found.isFetching, isFirst: search === '' }
          : undefined
      }
    />
  )
}

function useOptions(of: Chosen, q: string, enabled = true) {
  return useQuery({
    queryKey: [...ALARMS, 'choices', of, q],
    queryFn: async ({ signal }): Promise<readonly Option[]> => {
      const found = await callApi(api.alarmChoices, { query: { of, q } }, { signal })
      return found.map(({ value, label, sublabel }) => ({ value, label, sublabel: sublabel ?? undefined }))
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  })
}
