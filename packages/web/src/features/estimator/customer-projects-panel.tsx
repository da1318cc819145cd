import { t } from '@packhouse/messages'
import { formatPrice } from '../../lib/format/money.ts'
import { PanelOfRecord, PanelRow } from '../../resource/record-panel.tsx'
import { declared } from '../../resource/registry.ts'
import { useResourceList } from '../../resource/use-resource.ts'
import { ValueView } from '../../resource/value-view.tsx'

/** The quotes of a customer with their state and total, the newest first. */
export function CustomerProjectsPanel({ id }: { id: string }) {
  const projects = declared('project')
  const query = useResourceList(projects, { customerId: id, sort: '-createdAt', pageSize: '5' })
  return (
    <PanelOfRecord
      title={t('estimator.quotes')}
      query={query}
      count={({ total }) => total}
      all={`/estimator/projects?customerId=${id}`}
      empty={t('estimator.noQuotes')}
      isEmpty={({ total }) => total === 0}
    >
      {({ items }) => (
        <ul>
          {items.map((row) => (
            <PanelRow
              key={row.id}
              href={`/estimator/projects/${row.id}`}
              end={
                <>
                  <span className="tabular-nums">{formatPrice(String(row.total), String(row.currency))}</span>
                  <ValueView resource={projects} view={{}} name="status" row={row} />
                </>
              }
            >
              <span className="code text-text-2">{String(row.number)}</span>{' '}
              <span className="font-[550]">{String(row.title)}</span>
            </PanelRow>
          ))}
        </ul>
      )}
    </PanelOfRecord>
  )
}
