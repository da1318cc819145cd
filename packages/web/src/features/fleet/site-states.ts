import type { Fleet } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { MarkBadge, WorldMapPoint } from '../../ui/world-map-points.ts'
import type { FleetMachine, FleetSite } from './use-fleet.ts'

export interface SiteState extends FleetSite {
  machines: readonly FleetMachine[]
  badge: MarkBadge
}

/** The sites of these machines, each with how they are. What is on order is at no site yet. */
export function siteStates({ sites }: Fleet, machines: readonly FleetMachine[]): readonly SiteState[] {
  const bySite = Map.groupBy(
    machines.filter(({ standing }) => standing !== 'OnOrder'),
    ({ site }) => site,
  )
  return sites.flatMap((site, place) => {
    const own = bySite.get(place)
    return own === undefined ? [] : [{ ...site, machines: own, badge: badgeOf(own) }]
  })
}

function badgeOf(machines: readonly FleetMachine[]): MarkBadge {
  const offline = machines.filter(({ standing }) => standing === 'Offline').length
  const unknown = machines.filter(({ standing }) => standing === 'NoLiveData' || standing === 'Unknown').length
  return { offline, unknown, all: machines.length }
}

export function toPoint({ id, name, city, badge, latitude, longitude }: SiteState): WorldMapPoint[] {
  if (latitude === null || longitude === null) return []
  return [{ id, label: city ?? name, latitude, longitude, badge }]
}

/** The site in one line: its name, and the town where the name does not say it. */
export function siteWords({ name, city }: Pick<FleetSite, 'name' | 'city'>): string {
  return city === null || name.includes(city) ? name : t('fleet.siteInTown', { site: name, town: city })
}
