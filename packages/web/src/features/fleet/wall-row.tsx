import { t } from '@packhouse/messages'
import { memo } from 'react'
import { lengthWords } from '../../lib/format/lengths.ts'
import { DASH, formatRate, numberFormat } from '../../lib/format/numbers.ts'
import { pageLocale } from '../../lib/format/page-locale.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type FleetSort, speedLoss, type WallGroupFacts } from './fleet-rows.ts'
import { LaneBar } from './lane.tsx'
import { siteWords } from './site-states.ts'
import { standingView } from './standing-view.ts'
import type { FleetMachine, FleetSite, Lane } from './use-fleet.ts'

/** The columns: shape, machine, site, lane, rate and share of running; on phones the lane has a line of its own. */
export const wallColumns =
  'grid grid-cols-[18px_104px_104px_minmax(0,1fr)_80px_72px] items-center gap-x-2.5 ps-5 pe-6 max-md:grid-cols-[18px_minmax(0,1fr)_84px] max-md:px-4'

export interface WallRowProps {
  machine: FleetMachine
  site: FleetSite | undefined
  /** Its name. */
  customer: string | undefined
  lane: Lane | undefined
  /** By it the last column shows another share. */
  sort: FleetSort
  /** Unix seconds. */
  now: number
  rowIndex: number
  isSelected: boolean
  /** Whether Tab comes to it. */
  isStop: boolean
  /** CSS pixels. */
  height: number
  onChoose: (machineID: string) => void
}

/** One machine of the wall: how it is, and what it did over the window. */
export const WallRow = memo(function WallRow(props: WallRowProps) {
  const { machine, site, customer, lane, sort, now, rowIndex, isSelected, isStop, height, onChoose } = props
  const { machineID, standing, since, perMin, designSpeed, alarms } = machine
  const ofDesign = designSpeed === null ? undefined : t('fleet.ofDesignSpeed', { rate: formatRate(designSpeed) })
  const { word, icon: Shape, colour } = standingView(standing)
  const lasted =
    since === null ? word : t('fleet.stateSince', { state: word, length: lengthWords(Math.max(0, now - since)) })
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      onClick={() => onChoose(machineID)}
      style={{ height }}
      className={classNames(
        wallColumns,
        'border-b border-line/55 text-12 hover:bg-surface-2 max-md:content-center max-md:gap-y-1',
        isSelected && 'bg-kraft-soft shadow-[inset_3px_0_0_var(--kraft)]',
      )}
    >
      <td title={lasted} className="grid">
        <Shape size={14} className={colour} />
        <span className="sr-only">{lasted}</span>
      </td>
      <td className="truncate">
        <AppLink
          href={`/machines/${encodeURIComponent(machineID)}`}
          data-machine={machineID}
          onFocus={() => onChoose(machineID)}
          tabIndex={isStop ? 0 : -1}
          className="font-semibold text-text no-underline hover:underline"
          translate="no"
        >
          {machineID}
        </AppLink>
        <span className="ms-1.5 text-text-2 md:hidden" translate="no">
          {placeWords(site, customer)}
        </span>
      </td>
      <td title={placeWords(site, customer)} translate="no" className="truncate text-text-2 max-md:hidden">
        {site ? (site.city ?? site.name) : DASH}
      </td>
      <td aria-label={laneWords(lane)} className="max-md:order-last max-md:col-span-full">
        <LaneBar states={lane?.states} />
      </td>
      <td title={ofDesign} className="text-end font-semibold tabular-nums">
        {formatRate(perMin)}
        {sort === 'speedLoss' && (
          <span className="ms-1.5 font-normal text-text-2 md:hidden">{shareWords(speedLoss(machine))}</span>
        )}
        {alarms > 0 && <AlarmSign count={alarms} />}
      </td>
      <td className="text-end text-text-2 tabular-nums max-md:hidden">
        {shareWords(sort === 'speedLoss' ? speedLoss(machine) : lane?.running)}
      </td>
    </tr>
  )
})

/** Where it is and whose it is, as far as that is known. */
function placeWords(site: FleetSite | undefined, customer: string | undefined): string {
  return [site && siteWords(site), customer].filter((word) => word !== undefined).join(', ')
}

function AlarmSign({ count }: { count: number }) {
  const words = t('fleet.activeAlarms', { count })
  return (
    <span title={words} className="ms-1 text-warn">
      <span aria-hidden="true">▲</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

function shareWords(share: number | null | undefined): string {
  return share === null || share === undefined ? DASH : numberFormat({ style: 'percent' }).format(share)
}

function laneWords(lane: Lane | undefined): string {
  if (lane === undefined) return t('fleet.lanePending')
  return lane.running === null ? t('fleet.laneUnknown') : t('fleet.laneRunning', { share: shareWords(lane.running) })
}

/** The head of a group. */
export function WallGroup({ group, rowIndex, height }: { group: WallGroupFacts; rowIndex: number; height: number }) {
  const { name, countries, sites, machines } = group
  return (
    <tr
      aria-rowindex={rowIndex}
      style={{ height }}
      className="flex items-center gap-2.5 bg-surface-3 ps-5 pe-6 text-12 font-semibold max-md:px-4"
    >
      <th scope="row" className="truncate" translate={name === undefined ? undefined : 'no'}>
        {name ?? (group.isAttention ? t('fleet.needsAttention') : t('fleet.unclaimed'))}
      </th>
      {name !== undefined && sites > 0 && (
        <td className="truncate font-normal text-text-2 max-md:hidden">
          {t('fleet.countriesAndSites', { countries: countryNames(countries), sites })}
        </td>
      )}
      <td className="ms-auto font-normal whitespace-nowrap text-text-2">{t('fleet.machines', { count: machines })}</td>
    </tr>
  )
}

function countryNames(codes: readonly string[]): string {
  const names = new Intl.DisplayNames(pageLocale(), { type: 'region' })
  return codes.map((code) => names.of(code) ?? code).join(', ')
}
