import type { api, CallResult, FieldChange } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { dateTitle, formatPlainDate } from '../../lib/format/dates.ts'
import { type ResourceRow, resourceNamed } from '../../resource/registry.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { isEmpty, ValueView } from '../../resource/value-view.tsx'
import { labelOfField } from '../../resource/view.ts'
import { Fact } from '../../ui/fact.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuditEntry } from './audit-queries.ts'
import { actionWords, reasonWords, recordWords, rightWords, wayWords, whoWords } from './audit-words.ts'

type Details = CallResult<typeof api.authLogEntry>

/** One entry: who, on what, by which permission, from where; before and after; what happened around it. */
export function EntryDetails({ id }: { id: string }) {
  const { data, isError, error, refetch } = useAuditEntry(id)
  if (isError) return <FailedState what={t('audit.entryWord')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="m-4 h-48" />
  const { entry } = data
  const from = [entry.address, entry.program].filter((part) => part !== null).join(', ')
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too
      tabIndex={0}
      className="grid content-start gap-3.5 overflow-auto px-4 py-3.5 text-13 focus-visible:-outline-offset-2"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <Fact name={t('audit.time')}>{dateTitle(entry.at)}</Fact>
        <Fact name={t('audit.who')}>{whoWords(entry)}</Fact>
        {recordWords(entry) !== '' && <Fact name={t('audit.on')}>{recordWords(entry)}</Fact>}
        {entry.times > 1 && <Fact name={t('audit.tried')}>{triedWords(data)}</Fact>}
        {reasonWords(entry) !== '' && data.permission === null && (
          <Fact name={t('audit.reason')}>{reasonWords(entry)}</Fact>
        )}
        {entry.way !== null && <Fact name={t('audit.with')}>{wayWords(entry.way)}</Fact>}
        {data.permission !== null && (
          <Fact name={entry.outcome === 'refused' ? t('audit.needed') : t('audit.allowedBy')}>
            <span className="code">{data.permission}</span>
          </Fact>
        )}
        {from !== '' && <Fact name={t('audit.from')}>{from}</Fact>}
        {data.requestId !== null && (
          <Fact name={t('audit.request')}>
            <span className="code">{data.requestId}</span>
          </Fact>
        )}
        {data.followed && (
          <Fact name={t('audit.then')}>
            {`${dateFormat('timeFull').format(Date.parse(data.followed.at))} ${actionWords(data.followed)}`}
          </Fact>
        )}
      </dl>
      {data.hidden && <p className="text-text-2">{t('audit.valuesAreHidden')}</p>}
      <Rights title={t('audit.given')} names={entry.given} />
      <Rights title={t('audit.taken')} names={entry.taken} />
      {data.changes.length > 0 && (
        <Changes
          resource={entry.record?.resource ?? ''}
          changes={data.changes}
          hasRights={entry.given.length + entry.taken.length > 0}
        />
      )}
      {data.sameAddress.length > 0 && (
        <Listing title={t('audit.sameAddress')}>
          {data.sameAddress.map(({ day, refused, ok }) => (
            <li key={day}>
              <span className="text-text-2 tabular-nums">{formatPlainDate(day)}</span>{' '}
              {t('audit.refusedAndIn', { refused, ok })}
            </li>
          ))}
        </Listing>
      )}
      {data.around.length > 0 && (
        <Listing title={t('audit.aroundIt')}>
          {data.around.map((one) => (
            <li key={one.id}>
              <span className="text-text-2 tabular-nums">{dateFormat('timeFull').format(Date.parse(one.at))}</span>{' '}
              {[one.who?.name, actionWords(one), recordWords({ ...one, target: null })].filter(Boolean).join(', ')}
            </li>
          ))}
        </Listing>
      )}
      <p className="text-12 text-text-3">{t('audit.cannotBeChanged')}</p>
    </div>
  )
}

function triedWords({ entry: { times, since, at } }: Details): string {
  return t('audit.timesWithin', { times, seconds: Math.round((Date.parse(at) - Date.parse(since)) / 1_000) })
}

function Listing({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-13">{title}</h3>
      <ul className="grid gap-1.5">{children}</ul>
    </div>
  )
}

/** Permissions, roles or people, each in a line: long lists before and after would hide which. */
function Rights({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Listing title={title}>
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          {rightWords(name)}
        </li>
      ))}
    </Listing>
  )
}

interface ChangesProps {
  resource: string
  changes: readonly FieldChange[]
  /** Whether what was given and taken stands above. */
  hasRights: boolean
}

function Changes({ resource: name, changes, hasRights }: ChangesProps) {
  const resource = resourceNamed(name)
  const isAbove = (field: string) => field === 'permissions' || field in (resource?.traits.relations ?? {})
  const shown = changes.filter(
    ({ field, before, after }) => (!isEmpty(before) || !isEmpty(after)) && !(hasRights && isAbove(field)),
  )
  const shownValue = (field: string, value: unknown) =>
    resource === undefined ? (
      String(value)
    ) : (
      <ValueView resource={resource} view={{}} name={field} row={rowOf(field, value)} />
    )
  if (shown.length === 0) return null
  return (
    <div>
      <h3 className="mb-1.5 text-13">{t('audit.beforeAndAfter')}</h3>
      <dl className="overflow-hidden rounded-control border border-line">
        {shown.map(({ field, before, after }) => (
          <div
            key={field}
            className="grid grid-cols-[96px_minmax(0,1fr)] gap-2 border-b border-line px-2.5 py-1.5 last:border-b-0"
          >
            <dt className="text-text-2 wrap-anywhere">
              {resource === undefined ? field : labelOfField(resource, field)}
            </dt>
            <dd className="wrap-anywhere">
              {!isEmpty(before) && <del className="text-text-3">{shownValue(field, before)}</del>}{' '}
              {!isEmpty(after) && (
                <ins className="bg-kraft-soft px-0.5 font-[550] no-underline">{shownValue(field, after)}</ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** As much of a row as a value needs to be shown. */
function rowOf(field: string, value: unknown): ResourceRow {
  return { id: '', rowVersion: 0, createdAt: '', createdBy: null, updatedAt: '', updatedBy: null, [field]: value }
}
