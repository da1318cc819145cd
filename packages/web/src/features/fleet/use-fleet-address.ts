import { type Fleet, type LaneHours, laneWindows, standings } from '@packhouse/contract'
import { useMemo } from 'react'
import { useSearchChange } from '../../lib/address-search.ts'
import { compareNames } from '../../lib/format/order.ts'
import { useRememberedChoice } from '../../lib/use-remembered-choice.ts'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { type FleetFilter, type FleetSort, fleetSorts, NO_FILTER } from './fleet-rows.ts'

export const laneHours = Object.keys(laneWindows) as LaneHours[]
const standingChoices = ['', ...standings] as const
const alarmChoices = ['', 'active', 'none'] as const

export interface FleetAddress {
  filter: FleetFilter
  setFilter: (name: keyof FleetFilter, value: string) => void
  clear: () => void
  isFiltered: boolean
  sort: FleetSort
  setSort: (sort: FleetSort) => void
  hours: LaneHours
  setHours: (hours: LaneHours) => void
  choices: FleetChoices
}

/** What there is to filter by. */
export interface FleetChoices {
  customers: Fleet['customers']
  types: readonly string[]
  models: readonly string[]
}

const NO_CHOICES: FleetChoices = { customers: [], types: [], models: [] }

/** What is shown, in the address: so a link leads to the same wall. */
export function useFleetAddress(fleet: Fleet | undefined): FleetAddress {
  const choices = useMemo(() => (fleet ? choicesOf(fleet) : NO_CHOICES), [fleet])
  const changeSearch = useSearchChange()
  const [customer, setCustomer] = useSearchChoice('customer', ['', ...choices.customers.map(({ id }) => id)], '')
  const [type, setType] = useSearchChoice('type', ['', ...choices.types], '')
  const [model, setModel] = useSearchChoice('model', ['', ...choices.models], '')
  const [standing, setStanding] = useSearchChoice<string>('standing', standingChoices, '')
  const [alarm, setAlarm] = useSearchChoice<string>('alarm', alarmChoices, '')
  const [sort, setSort] = useRememberedChoice<FleetSort>('sort', 'packhouse-fleet-sort', fleetSorts, 'attention')
  const [hours, setHours] = useRememberedChoice<LaneHours>('hours', 'packhouse-fleet-hours', laneHours, '12')
  const filter = useMemo(() => ({ customer, type, model, standing, alarm }), [customer, type, model, standing, alarm])
  const set: Record<keyof FleetFilter, (value: string) => void> = {
    customer: setCustomer,
    type: setType,
    model: setModel,
    standing: setStanding,
    alarm: setAlarm,
  }
  const without = Object.fromEntries(Object.keys(NO_FILTER).map((name) => [name, undefined]))
  return {
    filter,
    setFilter: (name, value) => set[name](value),
    clear: () => changeSearch((search) => ({ ...search, ...without }), { replace: true, resetScroll: false }),
    isFiltered: Object.values(filter).some((value) => value !== ''),
    sort,
    setSort,
    hours,
    setHours,
    choices,
  }
}

function choicesOf({ customers, machines, notShared }: Fleet): FleetChoices {
  const names = (name: 'type' | 'model') =>
    [...new Set([...machines, ...notShared].flatMap((one) => one[name] ?? []))].sort(compareNames)
  return {
    customers: [...customers].sort((one, other) => compareNames(one.name, other.name)),
    types: names('type'),
    models: names('model'),
  }
}
