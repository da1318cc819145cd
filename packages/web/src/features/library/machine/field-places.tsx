import type { LibraryMachineFleet } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, formatCount } from '../../../lib/format/numbers.ts'
import { cellClasses } from '../../../resource/table/resource-table.tsx'
import { headClasses } from '../../../resource/table/table-head.tsx'
import { AppLink } from '../../../ui/app-link.tsx'

/** Where the machines are; for whoever may not see customers, only how many. */
export function FieldPlaces({ fleet: { places, customers, sites } }: { fleet: LibraryMachineFleet }) {
  if (places === null) {
    return (
      <p className="border-t border-line px-4 py-2.5 text-12 text-text-2">
        {t('library.atCustomersAndSites', { customers, sites })}
      </p>
    )
  }
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-13">
        <thead>
          <tr>
            <th className={`${headClasses} text-start`}>{t('library.customer')}</th>
            <th className={`${headClasses} text-start`}>{t('library.site')}</th>
            <th className={`${headClasses} text-end`}>{t('library.installed')}</th>
            <th className={`${headClasses} text-end`}>{t('library.runningNow')}</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ customer, location, installed, runningNow }) => (
            <tr key={`${customer?.id} ${location?.id}`}>
              <td className={`${cellClasses} font-semibold`}>
                {customer === null ? (
                  t('library.unclaimed')
                ) : (
                  <AppLink href={`/customers/${customer.id}?tab=machines`} className="hover:underline">
                    {customer.name}
                  </AppLink>
                )}
              </td>
              <td className={`${cellClasses} text-text-2`}>{location?.name ?? DASH}</td>
              <td className={`${cellClasses} text-end tabular-nums`}>{formatCount(installed)}</td>
              <td className={`${cellClasses} text-end tabular-nums`}>{formatCount(runningNow)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
