import { t } from '@packhouse/messages'
import { lengthWords } from '../../lib/format/lengths.ts'
import { formatRate } from '../../lib/format/numbers.ts'
import { useNow } from '../../lib/format/shared-clock.ts'
import { siteClock } from '../../lib/format/site-clock.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { WorldMap } from '../../ui/world-map.tsx'
import { WorldMapBadge } from '../../ui/world-map-badge.tsx'
import { type SiteState, siteWords, toPoint } from './site-states.ts'
import { standingView } from './standing-view.ts'
import type { FleetMachine } from './use-fleet.ts'

interface FleetMapProps {
  sites: readonly SiteState[]
  /** The name of a site's customer. */
  customerOf: (site: SiteState) => string | undefined
  /** Id. */
  selected: string | undefined
  onSelect: (siteId: string) => void
  /** Whether the fleet is there: before, nothing is said of what is missing. */
  isLoaded: boolean
}

/** The sites on a map that the product draws itself, what is at the chosen one, and below it those without coordinates. */
export function FleetMap({ sites, customerOf, selected, onSelect, isLoaded }: FleetMapProps) {
  const points = sites.flatMap(toPoint)
  const placeless = sites.filter((site) => toPoint(site).length === 0)
  const chosen = sites.find(({ id }) => id === selected)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <WorldMap
        points={points}
        selectedId={selected ?? null}
        onSelect={onSelect}
        label={t('fleet.sitesOnAMap')}
        emptyText={isLoaded ? t('fleet.noSiteHasCoordinates') : null}
        className="min-h-0 flex-1 max-lg:h-100 max-lg:flex-none md:max-lg:h-80"
      />
      {chosen && (
        <div className="absolute end-3 bottom-14 z-30 max-lg:static max-lg:p-3">
          <SiteCard site={chosen} customer={customerOf(chosen)} />
        </div>
      )}
      <Legend />
      {placeless.length > 0 && (
        <Placeless sites={placeless} customerOf={customerOf} selected={selected} onSelect={onSelect} />
      )}
    </div>
  )
}

const legend = [
  { badge: { offline: 0, unknown: 0, all: 2 }, words: t('fleet.allHeard') },
  { badge: { offline: 1, unknown: 0, all: 2 }, words: t('fleet.someOffline') },
  { badge: { offline: 0, unknown: 1, all: 2 }, words: t('fleet.someWithoutLiveData') },
] as const

function Legend() {
  return (
    <ul className="flex shrink-0 flex-wrap gap-x-4 gap-y-1 border-t border-line bg-surface px-4 py-1.5 text-12 text-text-2">
      {legend.map(({ badge, words }) => (
        <li key={words} className="flex items-center gap-1.5">
          <WorldMapBadge badge={badge} selected={false} />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** So many are named; the wall has them all. */
const NAMED = 8

function SiteCard({ site, customer }: { site: SiteState; customer: string | undefined }) {
  const now = Math.floor(useNow() / 1_000)
  const { machines, timeZone } = site
  const time = siteClock(timeZone).time(now * 1_000)
  return (
    <section
      aria-label={siteWords(site)}
      className="w-56 rounded-panel border max-lg:w-full border-line-2 bg-surface text-12 shadow-float"
    >
      <div className="border-b border-line px-3 py-2">
        <h2 translate="no" className="truncate text-12 font-semibold">
          {siteWords(site)}
        </h2>
        <p className="text-text-2">
          {t('fleet.customerAndTimeThere', { customer: customer ?? t('fleet.unclaimed'), time })}
        </p>
      </div>
      <ul className="py-1">
        {machines.slice(0, NAMED).map((machine) => (
          <li key={machine.machineID}>
            <AppLink
              href={`/machines/${encodeURIComponent(machine.machineID)}`}
              className="flex items-center gap-2 px-3 py-1 text-text no-underline hover:bg-surface-2"
            >
              <StandingSign machine={machine} />
              <b translate="no" className="font-semibold">
                {machine.machineID}
              </b>
              <span className="truncate text-text-2">{presentWords(machine, now)}</span>
            </AppLink>
          </li>
        ))}
        {machines.length > NAMED && (
          <li className="px-3 py-1 text-text-2">{t('fleet.andMore', { count: machines.length - NAMED })}</li>
        )}
      </ul>
    </section>
  )
}

function StandingSign({ machine }: { machine: FleetMachine }) {
  const { word, icon: Shape, colour } = standingView(machine.standing)
  return (
    <span title={word} className="grid shrink-0">
      <Shape size={14} className={colour} />
      <span className="sr-only">{word}</span>
    </span>
  )
}

/** The rate of one that runs, else how long it has been so. */
function presentWords({ standing, perMin, since }: FleetMachine, now: number): string {
  if (standing === 'Running' && perMin !== null) return t('fleet.ratePerMin', { rate: formatRate(perMin) })
  return since === null ? '' : t('fleet.forLength', { length: lengthWords(Math.max(0, now - since)) })
}

function Placeless({
  sites,
  customerOf,
  selected,
  onSelect,
}: Pick<FleetMapProps, 'sites' | 'customerOf' | 'selected' | 'onSelect'>) {
  return (
    <div className="max-h-40 shrink-0 overflow-auto border-t border-line bg-surface px-4 py-2 text-12">
      <h2 className="text-12 font-semibold">{t('fleet.sitesWithoutCoordinates')}</h2>
      <ul>
        {sites.map((site) => (
          <li key={site.id}>
            <button
              type="button"
              aria-pressed={site.id === selected}
              onClick={() => onSelect(site.id)}
              className="flex w-full gap-2 py-1 text-start hover:underline aria-pressed:font-semibold max-md:min-h-11 max-md:items-center"
            >
              <span translate="no" className="truncate">
                {siteWords(site)}
              </span>
              <span translate="no" className="truncate text-text-2">
                {customerOf(site)}
              </span>
              <span className="ms-auto whitespace-nowrap text-text-2">
                {t('fleet.machines', { count: site.machines.length })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
