import { api, type PartPlaces } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { numberFormat } from '../../../lib/format/numbers.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PanelFailure } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const TYPING_MS = 250

/** Which machines have a part of the catalogue, in its drawer. */
export function MachinesOfPart({ itemId }: { itemId: string }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), TYPING_MS)
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['service', 'machines-of-part', itemId, search],
    queryFn: ({ signal }) =>
      callApi(api.machinesOfPart, { params: { id: itemId }, query: search === '' ? {} : { search } }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (!data && isLoadingError) return <PanelFailure what={t('app.machines')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  if (data.total === 0) return <EmptyState title={t('service.partOfNoMachine')} />
  return (
    <div className="grid gap-2">
      <TextField
        type="search"
        label={t('service.searchMachinesOfPart')}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="text-12 text-text-2">
        {t('service.placesFound', { shown: data.places.length, found: data.found })}
      </p>
      <ul aria-label={t('app.machines')} className="border-t border-line">
        {data.places.map((place) => (
          <Place key={place.id} place={place} />
        ))}
      </ul>
    </div>
  )
}

function Place({ place }: { place: PartPlaces['places'][number] }) {
  const { machineID, customer, position, quantity, validFrom, validUntil, isFitted } = place
  const from = validFrom === null ? undefined : t('service.fittedFrom', { day: formatPlainDate(validFrom) })
  const until = validUntil === null ? undefined : t('service.fittedUntil', { day: formatPlainDate(validUntil) })
  const days = [from, until].filter((words) => words !== undefined)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-13">
      <span className="min-w-40 flex-1 wrap-anywhere">
        <AppLink
          href={`/machines/${encodeURIComponent(machineID)}`}
          className="inline-flex items-center font-[550] underline decoration-kraft underline-offset-3 max-md:min-h-11"
        >
          <span translate="no">{machineID}</span>
        </AppLink>
        {customer !== null && (
          <span className="block text-12 text-text-2" translate="no">
            {customer}
          </span>
        )}
        {days.length > 0 && <span className="block text-12 text-text-2">{days.join(' · ')}</span>}
      </span>
      {!isFitted && <Badge tone="unk">{t('service.notFitted')}</Badge>}
      <span className="text-end text-text-2">
        {t('service.markOf', { position })} · {numberFormat({ maximumFractionDigits: 4 }).format(Number(quantity))}
      </span>
    </li>
  )
}
