import type { CallResult, configureJob, JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Ref, useRef } from 'react'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Sort } from './answers.ts'
import type { Change } from './changes.ts'
import type { MachineGroups } from './machine-groups.ts'
import { MachineList } from './machine-list.tsx'
import { MisfitMachines, NearestMachines, UnknownMachines } from './other-machines.tsx'
import type { ConfiguratorAddress } from './use-configurator-address.ts'

type Found = CallResult<typeof configureJob>

export interface MachinesProps {
  address: ConfiguratorAddress
  query: UseQueryResult<Found>
  groups: MachineGroups
  shown: JobMachine | undefined
  styleName: string
  showsPrices: boolean
}

/** The machines for the job, in four groups. */
export function MachinesColumn(props: MachinesProps) {
  return (
    <section
      aria-label={t('configurator.machines')}
      className="flex min-h-0 min-w-0 flex-col gap-3.5 overflow-y-auto bg-paper px-6 pt-4 pb-6 md:row-span-2 max-lg:md:row-span-1 max-md:px-4 print:hidden"
    >
      {props.address.answers.styleId === '' ? (
        <EmptyState className="my-auto" illustration={<OpenCarton />} title={t('configurator.chooseAStyle')}>
          {t('configurator.everythingIsAskedOfAStyle')}
        </EmptyState>
      ) : props.query.data === undefined ? (
        props.query.error ? (
          <FailedState
            what={t('configurator.machines')}
            error={props.query.error}
            onRetry={() => void props.query.refetch()}
          />
        ) : (
          <Skeleton className="h-96" />
        )
      ) : (
        <Machines {...props} found={props.query.data} />
      )}
    </section>
  )
}

function Machines({ address, groups, shown, styleName, showsPrices, found, query }: MachinesProps & { found: Found }) {
  const column = useRef<HTMLHeadingElement>(null)
  const fitting = groups.fits.length + groups.fitsIf.length
  const apply = ({ part }: Change) => {
    address.change(part)
    // The pressed button goes with its line.
    column.current?.focus()
  }
  const shared = { address, styleName }
  return (
    <>
      <Head
        address={address}
        found={found}
        showsPrices={showsPrices}
        heading={column}
        isStale={query.isPlaceholderData}
      />
      {fitting > 0 && <MachineList {...shared} groups={groups} shown={shown} showsPrices={showsPrices} />}
      {fitting === 0 && groups.doesNotFit.length > 0 && (
        <NearestMachines {...shared} machines={groups.doesNotFit} onApply={apply} />
      )}
      {fitting === 0 && groups.unknown.length + groups.doesNotFit.length === 0 && (
        <EmptyState illustration={<OpenCarton />} title={t('configurator.noMachines')} />
      )}
      {groups.unknown.length > 0 && <UnknownMachines {...shared} machines={groups.unknown} />}
      {groups.doesNotFit.length > 0 && <MisfitMachines {...shared} machines={groups.doesNotFit} onApply={apply} />}
      {found.items.length < found.total && (
        <p className="text-12 text-text-2">
          {t('configurator.moreMachines', { count: found.total - found.items.length })}
        </p>
      )}
    </>
  )
}

interface HeadProps {
  address: ConfiguratorAddress
  found: Found
  showsPrices: boolean
  heading: Ref<HTMLHeadingElement>
  /** Whether newer figures are on their way. */
  isStale: boolean
}

function Head({ address, found, showsPrices, heading, isStale }: HeadProps) {
  const count = (verdict: keyof MachineGroups) => found.counts[verdict] ?? 0
  const [fits, fitsIf, unknown, doesNotFit] = [count('fits'), count('fitsIf'), count('unknown'), count('doesNotFit')]
  const sorts: { value: Sort; label: string }[] = [
    { value: 'match', label: t('configurator.bestMatch') },
    ...(showsPrices ? [{ value: 'price' as const, label: t('configurator.price') }] : []),
    { value: 'leadTime', label: t('configurator.leadTime') },
  ]
  return (
    <div className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1.5" aria-busy={isStale}>
      <h2 ref={heading} tabIndex={-1} className="text-20 outline-none">
        {fits + fitsIf === 0 ? t('configurator.nothingFits') : t('configurator.fitCounts', { fits, fitsIf })}
      </h2>
      <span className="text-13 text-text-2 tabular-nums">{t('configurator.otherCounts', { unknown, doesNotFit })}</span>
      <p role="status" className="sr-only">
        {address.isTyping ? '' : t('configurator.announced', { fits, fitsIf, unknown })}
      </p>
      <span className="ms-auto self-center max-md:ms-0">
        <Segments
          label={t('configurator.order')}
          options={sorts}
          value={address.answers.sort}
          onValueChange={(sort) => address.change({ sort })}
        />
      </span>
    </div>
  )
}
