import type { JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useRowAddress } from '../../../lib/address-search.ts'
import { workOutOutput } from './answers.ts'
import { FittingRow, rowColumns } from './fitting-row.tsx'
import { axisEnd, type MachineGroups } from './machine-groups.ts'
import { SpeedAxis } from './speed-axis.tsx'
import { type ConfiguratorAddress, NO_CHOICES } from './use-configurator-address.ts'

export interface MachineListProps {
  address: ConfiguratorAddress
  groups: MachineGroups
  shown: JobMachine | undefined
  styleName: string
  showsPrices: boolean
}

/** The machines that fit, as built and with options: one stop of the Tab key, arrows move, Enter chooses. */
export function MachineList({ address, groups, shown, styleName, showsPrices }: MachineListProps) {
  const prefix = useId()
  const addressOf = useRowAddress('machine', NO_CHOICES)
  const machines = [...groups.fits, ...groups.fitsIf]
  const { perMachine } = workOutOutput(address.answers)
  const end = axisEnd([perMachine, ...machines.map(({ speedMax }) => speedMax)])
  const active = useActive(machines, shown)
  const choose = (id: string) => {
    active.set(id)
    if (id !== shown?.machine.id || address.machineId === '') address.openMachine(id)
  }
  const idOf = (id: string) => `${prefix}-${id}`
  const activeId = active.id
  useEffect(() => {
    if (activeId !== undefined && active.isFocused)
      document.getElementById(`${prefix}-${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [prefix, activeId, active.isFocused])
  const row = (found: JobMachine) => (
    <FittingRow
      key={found.machine.id}
      id={idOf(found.machine.id)}
      found={found}
      answers={address.answers}
      styleName={styleName}
      perMachine={perMachine}
      end={end}
      isChosen={found.machine.id === shown?.machine.id}
      isActive={active.isFocused && found.machine.id === active.id}
      showsPrices={showsPrices}
      href={addressOf(found.machine.id)}
      onChoose={() => choose(found.machine.id)}
    />
  )
  return (
    <div>
      <div className={`${rowColumns} mb-1.5 items-end max-md:hidden`}>
        <span className="text-11 text-text-3">{t('configurator.packsPerMinute')}</span>
        <SpeedAxis end={end} wanted={perMachine} />
        <span className="text-end text-11 text-text-3">{showsPrices && t('configurator.priceFrom')}</span>
      </div>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t('configurator.machinesThatFit')}
        aria-activedescendant={active.id === undefined ? undefined : idOf(active.id)}
        onKeyDown={(event) => active.onKey(event, choose)}
        onFocus={() => active.focus(true)}
        onBlur={() => active.focus(false)}
        className="overflow-hidden rounded-panel border border-line bg-surface outline-none focus-visible:outline-2 focus-visible:outline-focus"
      >
        {groups.fits.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
          <div
            role="group"
            aria-label={t('configurator.fitsCount', { count: groups.fits.length })}
            className="border-b border-line last:border-b-0"
          >
            {groups.fits.map(row)}
          </div>
        )}
        {groups.fitsIf.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
          <div role="group" aria-label={t('configurator.fitsWithOptions', { count: groups.fitsIf.length })}>
            <p
              aria-hidden="true"
              className="border-b border-line bg-surface-2 px-4 py-1.5 text-12 font-semibold text-text-2"
            >
              {t('configurator.fitsWithOptions', { count: groups.fitsIf.length })}
            </p>
            {groups.fitsIf.map(row)}
          </div>
        )}
      </div>
    </div>
  )
}

/** Which machine the keys are at: until they move, the chosen one. */
function useActive(machines: readonly JobMachine[], shown: JobMachine | undefined) {
  const [moved, setMoved] = useState<string>()
  const [isFocused, setFocused] = useState(false)
  const ids = useRef<string[]>([])
  ids.current = machines.map(({ machine }) => machine.id)
  const fallback = shown?.machine.id ?? ids.current[0]
  const id =
    moved !== undefined && ids.current.includes(moved)
      ? moved
      : ids.current.includes(fallback ?? '')
        ? fallback
        : ids.current[0]
  const onKey = (event: KeyboardEvent, choose: (id: string) => void) => {
    if (event.altKey || event.ctrlKey || event.metaKey || id === undefined) return
    const at = ids.current.indexOf(id)
    const last = ids.current.length - 1
    const places: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(last, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: last,
    }
    const place = places[event.key]
    if (place !== undefined) setMoved(ids.current[place])
    else if (event.key === 'Enter' || event.key === ' ') choose(id)
    else if (event.key === 'Escape') setMoved(undefined)
    else return
    event.preventDefault()
  }
  return { id, isFocused, set: setMoved, focus: setFocused, onKey }
}
