import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/format/numbers.ts'
import { hasPermission } from '../../lib/permission.ts'
import { useSession } from '../../lib/session.ts'
import { countRows } from '../../resource/count-rows.ts'

const FRESH_MS = 60_000

/** How many rows the list of a page has; nothing while it is unknown or for who may not read it. */
export function SectionCount({ resource }: { resource: string }) {
  const session = useSession()
  const { data } = useQuery({
    // Below the name of the resource, so that a change of it counts again.
    queryKey: ['resource', resource, 'count'],
    queryFn: ({ signal }) => countRows(resource, {}, signal),
    staleTime: FRESH_MS,
    enabled: hasPermission(session, `${resource}.read`),
  })
  if (data === undefined) return null
  return <span className="text-12 font-normal tabular-nums">{formatCount(data)}</span>
}
