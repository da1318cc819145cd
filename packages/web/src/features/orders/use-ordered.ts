import { orderedMachines, type Row } from '@packhouse/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResourceRow } from '../../resource/registry.ts'
import { renew, rowQuery } from '../../resource/resource-queries.ts'
import { showToast } from '../../ui/toasts.tsx'

export type Ordered = Row<typeof orderedMachines>

/** The ordered machine of a row as it is now. */
export function useOrdered(row: ResourceRow): Ordered {
  const { data } = useQuery(rowQuery(orderedMachines, row.id))
  return data ?? (row as Ordered)
}

/** Does one thing at a time with ordered machines, and shows them anew after it. */
export function useWork(): { isBusy: boolean; run: (work: () => Promise<string | undefined>) => Promise<void> } {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<string | undefined>) => {
    if (isBusy) return
    setBusy(true)
    try {
      const message = await work()
      await renew(client, orderedMachines)
      if (message !== undefined) showToast({ message })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
      await renew(client, orderedMachines)
    }
    setBusy(false)
  }
  return { isBusy, run }
}
