import { t } from '@packhouse/messages'
import { formatCount } from '../../../lib/format/numbers.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OptionsTable } from './options-table.tsx'

const SHOWN = { pageSize: '200', sort: 'name' }

/** What the machine can have, with prices and lead times. */
export function OptionsPanel({ row }: { row: ResourceRow }) {
  const options = declared('machineOption')
  const { allowed } = usePermission(options.calls.list)
  const mount = { path: '/v1/machine-library/machines/{parentId}/options', parentId: row.id }
  const query = useResourceList(options, SHOWN, { mount, enabled: allowed })
  if (!allowed) return null
  const items = query.data?.items ?? []
  // Of more than are shown it is not known how many are standard.
  const isWhole = query.data?.total === items.length
  const standard = items.filter(({ availability }) => availability === 'standard').length
  return (
    <PanelFrame
      title={t('library.options')}
      aside={
        <>
          {isWhole && items.length > 0 && (
            <span className="text-12 text-text-2">
              {t('library.standardAndOptional', { standard, optional: items.length - standard })}
            </span>
          )}
          <AppLink
            href={`/library/machines/${row.id}?tab=options`}
            className="text-12 underline decoration-kraft underline-offset-3"
          >
            {t('library.changeOptions')}
          </AppLink>
        </>
      }
    >
      {query.isPending && <Skeleton className="m-4 h-24" />}
      {query.isError && <PanelFailure what={t('library.options')} onRetry={() => void query.refetch()} />}
      {query.data && items.length === 0 && (
        <p className="border-t border-line px-4 py-3 text-13 text-text-2">{t('library.noOptions')}</p>
      )}
      {items.length > 0 && <OptionsTable machine={row} options={items} />}
      {query.data && query.data.total > items.length && (
        <p className="px-4 py-2 text-12 text-text-2">
          {t('library.firstOfAll', { shown: formatCount(items.length), all: formatCount(query.data.total) })}
        </p>
      )}
    </PanelFrame>
  )
}
