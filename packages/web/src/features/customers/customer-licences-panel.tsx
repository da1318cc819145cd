import { LICENCE_NOTICE_DAYS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { PanelOfRecord, PanelRow } from '../../resource/record-panel.tsx'
import { declared } from '../../resource/registry.ts'
import { useResourceList } from '../../resource/use-resource.ts'

/** The licences of a customer that end within the next days. */
export function CustomerLicencesPanel({ id }: { id: string }) {
  const query = useResourceList(declared('licence'), {
    customerId: id,
    endsSoon: 'true',
    sort: 'expiresAt',
    pageSize: '5',
  })
  return (
    <PanelOfRecord
      title={t('customers.licencesThatEnd')}
      query={query}
      count={({ total }) => total}
      all={`/licences?customerId=${id}&endsSoon=true`}
      empty={t('customers.noLicenceEndsSoon', { days: LICENCE_NOTICE_DAYS })}
      isEmpty={({ total }) => total === 0}
    >
      {({ items }) => (
        <ul>
          {items.map((row) => (
            <PanelRow
              key={row.id}
              href={`/licences?customerId=${id}&open=${row.id}`}
              end={t('customers.endsOn', { date: formatPlainDate(String(row.expiresAt)) })}
            >
              {String(row.name)}
            </PanelRow>
          ))}
        </ul>
      )}
    </PanelOfRecord>
  )
}
