import type { BulkChange, BulkReport, Resource } from '@packhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { recordAction } from '../../lib/usage/usage-actions.ts'
import type { ListParameters } from '../list-state.ts'
import { callsAt, type ParentMount, parentParams, parentValues, type ResourceRow } from '../registry.ts'
import { renew } from '../resource-queries.ts'

/** The rows that are meant: those that were selected, or all that the list finds. */
export type BulkTarget = { rows: readonly ResourceRow[] } | { query: ListParameters; count: number }

/** Changes many rows with one call; whatever comes of it, the list is read again. */
export function useBulk(resource: Resource, mount: ParentMount | undefined) {
  const client = useQueryClient()
  const { bulk } = callsAt(resource, mount)
  const send = async (body: BulkChange, found: ListParameters = {}): Promise<BulkReport> => {
    const query = { ...found, ...parentValues(mount) }
    try {
      const report = await callApi(bulk, { params: parentParams(mount), query, body })
      recordAction('save')
      return report
    } finally {
      await renew(client, resource)
    }
  }
  return {
    set: (target: BulkTarget, change: Record<string, unknown>) => {
      if ('query' in target) return send({ count: target.count, change }, target.query)
      return send({ rows: target.rows.map(({ id, rowVersion }) => ({ id, rowVersion })), change })
    },
    /** Gives the rows of an earlier change their values back; those that were changed since are refused. */
    undo: ({ changed }: BulkReport) =>
      send({ rows: changed.map(({ id, rowVersion, before }) => ({ id, rowVersion, change: before })) }),
  }
}
