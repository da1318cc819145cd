import { usageAudiences, usageWindows } from '@packhouse/contract'
import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useSearchChange } from '../../lib/address-search.ts'
import { readerZone } from '../../lib/format/date-formats.ts'

export const lists = ['active', 'here'] as const
export type PeopleList = (typeof lists)[number]

/** What the address says of the window and the people that are meant. */
export function useAnalyticsAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const change = (part: AddressSearch) => {
    changeSearch((before) => ({ ...before, ...part }), { replace: true, resetScroll: false })
  }
  return {
    query: {
      days: usageWindows.find((days) => days === String(search.days)) ?? '30',
      people: usageAudiences.find((people) => people === search.people) ?? 'all',
      zone: readerZone(),
    },
    list: lists.find((list) => list === search.list) ?? 'active',
    setDays: (days: string) => change({ days }),
    setPeople: (people: string) => change({ people: people === 'all' ? undefined : people }),
    setList: (list: PeopleList) => change({ list: list === 'active' ? undefined : list }),
  }
}

export type AnalyticsAddress = ReturnType<typeof useAnalyticsAddress>
