import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'
import { useFiles } from './use-files.ts'

/** The name of the tab with how many files there are. */
export function FilesLabel({ resource, id }: { resource: Resource; id: string }) {
  const { data } = useFiles(resource, id)
  return (
    <>
      {t('resource.files')}
      {data && ' '}
      {data && <span className="text-text-3 tabular-nums">{formatCount(data.pages[0]?.total)}</span>}
    </>
  )
}
