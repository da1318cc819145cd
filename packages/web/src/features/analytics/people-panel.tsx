import { usageDefinitions } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { usePageName } from '../../lib/page-names.ts'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type UsageQuery, useUsage } from './analytics-queries.ts'
import { BarList } from './bar-list.tsx'
import { timeWords } from './figures.ts'
import { type AnalyticsAddress, lists } from './use-analytics-address.ts'

const MOST = 7
const MINUTE_MS = 60_000

/** Who was active longest, and who is here now; groups for whoever may not see names. */
export function PeoplePanel({ address: { query, list, setList } }: { address: AnalyticsAddress }) {
  const words = { active: t('analytics.mostActive'), here: t('analytics.hereNow') }
  return (
    <PanelFrame
      title={t('analytics.people')}
      aside={
        <Segments
          label={t('analytics.people')}
          options={lists.map((value) => ({ value, label: words[value] }))}
          value={list}
          onValueChange={setList}
        />
      }
    >
      {list === 'active' ? <MostActive query={query} /> : <HereNow query={query} />}
    </PanelFrame>
  )
}

function MostActive({ query }: { query: UsageQuery }) {
  const { data, isError, refetch } = useUsage('usageTopUsers', query)
  if (isError && !data) return <PanelFailure what={t('analytics.people')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mx-4 mb-4 h-50" />
  const most = Math.max(1, ...data.items.map(({ activeMinutes }) => activeMinutes))
  return (
    <>
      <BarList
        items={data.items.slice(0, MOST).map((item, place) => ({
          key: String(place),
          name: <Who {...item} />,
          value: timeWords(item.activeMinutes),
          share: item.activeMinutes / most,
        }))}
      />
      <TooFew hidden={data.hidden} />
    </>
  )
}

function HereNow({ query }: { query: UsageQuery }) {
  const { data, isError, refetch } = useUsage('usageActiveUsers', query)
  const nameOf = usePageName()
  if (isError && !data) return <PanelFailure what={t('analytics.people')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mx-4 mb-4 h-50" />
  return (
    <>
      <ul className="grid divide-y divide-line px-4 pb-3">
        {data.items.slice(0, MOST).map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
          <li key={place} className="flex items-baseline gap-3 py-1.5 text-13">
            <span className="min-w-0 flex-1 truncate">
              <Who {...item} isBrief={item.page !== null} />
              {item.page !== null && <span className="ms-1.5 text-12 text-text-2">{nameOf(item.page)}</span>}
            </span>
            {item.since !== null && (
              <span className="tabular-nums">
                {timeWords((Date.parse(data.to) - Date.parse(item.since)) / MINUTE_MS)}
              </span>
            )}
          </li>
        ))}
        {data.items.length === 0 && data.hidden === 0 && (
          <li className="py-1.5 text-13 text-text-2">{t('analytics.nobodyIsHere')}</li>
        )}
      </ul>
      {data.items.length > MOST && (
        <p className="px-4 pb-3 text-12 text-text-2">{t('analytics.andMore', { count: data.items.length - MOST })}</p>
      )}
      <TooFew hidden={data.hidden} />
    </>
  )
}

interface WhoProps {
  name: string | null
  group: string | null
  persons: number
  /** Without the group, where something else is said beside the name. */
  isBrief?: boolean
}

/** A person with their group, or a group with how many of it are meant. */
function Who({ name, group, persons, isBrief = false }: WhoProps) {
  const groupWords = group ?? t('analytics.staffWord')
  const beside = name === null ? t('analytics.persons', { count: persons }) : isBrief ? undefined : groupWords
  return (
    <>
      <bdi>{name ?? groupWords}</bdi>
      {beside !== undefined && <span className="ms-1.5 text-12 text-text-2">{beside}</span>}
    </>
  )
}

/** People in groups that are too small to be shown. */
function TooFew({ hidden }: { hidden: number | null }) {
  if (hidden === 0) return null
  return (
    <p className="px-4 pb-3 text-12 text-text-2">
      {hidden === null
        ? t('analytics.fewInSmallGroups', { smallest: usageDefinitions.smallestGroup })
        : t('analytics.inSmallGroups', { count: hidden, smallest: usageDefinitions.smallestGroup })}
    </p>
  )
}
