import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo, useState } from 'react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Frame } from '../../resource/frame.tsx'
import { DeniedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Alert } from '../../ui/alert.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FleetHead } from './fleet-head.tsx'
import { FleetMap } from './fleet-map.tsx'
import { countNotShared, filterFleet, wallLines } from './fleet-rows.ts'
import { FleetWall } from './fleet-wall.tsx'
import { siteStates } from './site-states.ts'
import { useFleet } from './use-fleet.ts'
import { useFleetAddress } from './use-fleet-address.ts'

/** All customers' machines on a map and a wall; choosing a site or a row marks the other. */
export function FleetPage() {
  useDocumentTitle(t('fleet.fleet'))
  const access = usePermission(api.fleet)
  if (!access.allowed) return <DeniedState heading="h1" what={t('fleet.fleet')} permission={access.permission} />
  return (
    <Frame>
      <FleetView />
    </Frame>
  )
}

function FleetView() {
  const { data: fleet, isLoadingError, refetch } = useFleet()
  const address = useFleetAddress(fleet)
  const { filter, sort, hours } = address
  const [machineID, setMachineID] = useState<string>()
  const [siteId, setSiteId] = useState<string>()
  const machines = useMemo(() => (fleet ? filterFleet(fleet, filter) : []), [fleet, filter])
  const lines = useMemo(() => (fleet ? wallLines(fleet, machines, sort) : []), [fleet, machines, sort])
  const sites = useMemo(() => (fleet ? siteStates(fleet, machines) : []), [fleet, machines])
  const siteOf = (id: string) => sites.find((site) => site.machines.some((machine) => machine.machineID === id))?.id
  const choose = (id: string) => {
    setMachineID(id)
    setSiteId(siteOf(id))
  }
  const chooseSite = (id: string) => {
    setSiteId(id)
    setMachineID(sites.find((site) => site.id === id)?.machines[0]?.machineID)
  }
  return (
    // Below each other the map is as high as it is, and the wall has the rest, if there is enough of it.
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(300px,30%)_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)] md:max-lg:grid-rows-[max-content_minmax(30rem,1fr)] md:max-lg:overflow-y-auto">
      <section
        aria-label={t('fleet.map')}
        className="flex min-h-0 flex-col border-e border-line bg-surface-2 max-lg:border-e-0"
      >
        <div className="px-4 pt-3.5 pb-2">
          <h1 className="text-[22px] leading-7">{t('fleet.fleet')}</h1>
          <p className="text-13 text-text-2 tabular-nums">
            {fleet
              ? t('fleet.inAll', {
                  machines: fleet.machines.length,
                  sites: fleet.sites.length,
                  customers: fleet.customers.length,
                })
              : ' '}
          </p>
        </div>
        <FleetMap
          sites={sites}
          customerOf={({ customer }) => fleet?.customers[customer ?? -1]?.name}
          selected={siteId}
          onSelect={chooseSite}
          isLoaded={fleet !== undefined}
        />
      </section>
      <section aria-label={t('fleet.wall')} className="flex min-h-0 min-w-0 flex-col">
        {fleet && <FleetHead machines={machines} notShared={countNotShared(fleet, filter)} address={address} />}
        {!fleet && !isLoadingError && <Skeletons />}
        {isLoadingError && (
          <Alert tone="bad" className="m-5">
            {t('fleet.couldNotBeFetched')}{' '}
            <Button size="dense" onClick={() => void refetch()}>
              {t('general.tryAgain')}
            </Button>
          </Alert>
        )}
        {fleet && lines.length > 0 && (
          <FleetWall
            fleet={fleet}
            lines={lines}
            hours={hours}
            sort={sort}
            selected={machineID}
            onSelect={choose}
            onShowOnMap={(id) => setSiteId(siteOf(id))}
          />
        )}
        {fleet &&
          lines.length === 0 &&
          (fleet.machines.length + fleet.notShared.length === 0 ? (
            <NoMachine />
          ) : (
            <NothingFound onClear={address.isFiltered ? address.clear : undefined} />
          ))}
      </section>
    </div>
  )
}

function Skeletons() {
  return (
    <div role="status" aria-busy="true" aria-label={t('fleet.loading')} className="grid gap-2 p-5">
      {Array.from({ length: 12 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never move
        <Skeleton key={i} className="h-5" />
      ))}
    </div>
  )
}

function NoMachine() {
  return (
    <EmptyState
      illustration={<OpenCarton />}
      title={t('fleet.noMachineReportsYet')}
      actions={
        <AppLink href="/installed-machines?tab=unclaimed" className={buttonClasses('primary')}>
          {t('fleet.claimAMachine')}
        </AppLink>
      }
    />
  )
}

/** @param props.onClear absent where nothing is filtered and no machine is shared */
function NothingFound({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      illustration={<OpenCarton />}
      title={onClear ? t('fleet.noMachineFits') : t('fleet.noneIsShared')}
      actions={onClear && <Button onClick={onClear}>{t('general.clearFilters')}</Button>}
    />
  )
}
