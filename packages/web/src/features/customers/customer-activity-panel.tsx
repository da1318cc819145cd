import { type ActivityEntry, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { deedOf } from '../../resource/drawer/history-words.tsx'
import { PanelOfRecord } from '../../resource/record-panel.tsx'
import { declared } from '../../resource/registry.ts'
import { fieldOf, labelOfField } from '../../resource/view.ts'
import { capitalize } from '../../resource/words.ts'
import { AppLink } from '../../ui/app-link.tsx'

/** More names of fields are no help. */
const NAMED = 4

/** The tab of the page that shows the rows of each kind. */
const tabs: Record<ActivityEntry['resource'], string> = {
  customer: 'history',
  contact: 'contacts',
  location: 'locations',
  licence: 'licences',
}

/** Who changed what last about a customer and what belongs to it. */
export function CustomerActivityPanel({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['resource', 'customer', 'activity', id],
    queryFn: ({ signal }) => callApi(api.customerActivity, { params: { id } }, { signal }),
  })
  return (
    <PanelOfRecord
      title={t('customers.recentActivity')}
      query={query}
      all={`/customers/${id}?tab=history`}
      empty={t('customers.nothingHasChangedYet')}
      isEmpty={(entries) => entries.length === 0}
    >
      {(entries) => (
        <ol>
          {entries.map((entry) => (
            <Entry key={entry.id} id={id} entry={entry} />
          ))}
        </ol>
      )}
    </PanelOfRecord>
  )
}

function Entry({ id, entry }: { id: string; entry: ActivityEntry }) {
  const resource = declared(entry.resource)
  const fields = entry.changes
    .map(({ field }) => field)
    .filter((field) => fieldOf(resource, field) !== undefined && fieldOf(resource, field)?.readOnly !== true)
  const named = fields.slice(0, NAMED).map((field) => labelOfField(resource, field))
  const isUpdate = entry.action === 'update' && named.length > 0
  const target = entry.resource === 'customer' ? '' : `&open=${entry.rowId}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-4 py-2 text-13">
      <span className="min-w-0 break-words">
        <AppLink
          href={`/customers/${id}?tab=${tabs[entry.resource]}${target}`}
          className="font-[550] no-underline hover:underline"
        >
          {entry.name || capitalize(resource.noun[0])}
        </AppLink>{' '}
        <span className="text-text-2">{resource.noun[0]}</span>
      </span>
      <DateLabel value={entry.at} className="text-12 text-text-3" />
      <span className="min-w-0 break-words text-text-2">
        {deedOf(resource, {}, entry)}
        {isUpdate && `: ${named.join(', ')}${fields.length > NAMED ? '…' : ''}`}
      </span>
    </li>
  )
}
