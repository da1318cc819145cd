import { alarmSeverities } from '@packhouse/contract'
import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useRowAddress, useSearchChange } from '../../lib/address-search.ts'

/** What alarms are narrowed to, as it is in the address. */
export const filterNames = [
  'state',
  'severity',
  'customerId',
  'machineID',
  'ruleId',
  'days',
  'acknowledged',
  'assignee',
] as const
export type FilterName = (typeof filterNames)[number]

/** How far back alarms may have begun, in days. */
export const periods = ['1', '7', '30', '90'] as const

/** What the address says of the alarms that are shown; a filter that is not set is empty. */
export interface AlarmAddress {
  filters: Readonly<Record<FilterName, string>>
  page: number
  /** The alarm in the drawer. */
  alarm: string | undefined
  /** Changes something; another choice of alarms begins on their first page. */
  change: (part: Partial<Record<FilterName, string>>) => void
  clear: () => void
  goTo: (page: number) => void
  open: (id: string) => void
  /** Where an alarm is open, for a link to it. */
  addressOf: (id: string) => string
  close: () => void
}

const MACHINE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function useAlarmAddress(): AlarmAddress {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const addressOf = useRowAddress('alarm')
  const go = (part: object, replace: boolean) => {
    const next = (previous: AddressSearch) => ({ ...previous, ...part })
    changeSearch(next, { replace, resetScroll: false })
  }
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  const page = Number(search.page)
  const matching = (name: string, pattern: RegExp) => (pattern.test(text(name)) ? text(name) : '')
  const change = (part: Partial<Record<FilterName, string>>) => {
    const named = Object.entries(part).map(([name, value]) => [name, value || undefined])
    go({ page: undefined, ...Object.fromEntries(named) }, true)
  }
  return {
    filters: {
      state: known(text('state'), ['active', 'returned']),
      severity: known(text('severity'), alarmSeverities),
      customerId: matching('customerId', UUID),
      machineID: matching('machineID', MACHINE_ID),
      ruleId: matching('ruleId', UUID),
      days: known(String(search.days ?? ''), periods),
      acknowledged: known(text('acknowledged'), ['true', 'false']),
      assignee: known(text('assignee'), ['me', 'none']),
    },
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    alarm: UUID.test(text('alarm')) ? text('alarm') : undefined,
    change,
    clear: () => change(Object.fromEntries(filterNames.map((name) => [name, '']))),
    goTo: (wanted) => go({ page: wanted > 1 ? wanted : undefined }, false),
    addressOf,
    open: (id) => go({ alarm: id }, text('alarm') !== ''),
    close: () => go({ alarm: undefined }, true),
  }
}

/** Unknown values of an address are ignored. */
function known(text: string, values: readonly string[]): string {
  return values.includes(text) ? text : ''
}
