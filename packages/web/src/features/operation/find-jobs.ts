import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import type { WaitingFound } from '../../resource/feature.ts'
import { kindWords } from './job-words.ts'

/** The jobs that fit, as their list says: by what was wrong with them. */
export async function findJobs(filter: Readonly<Record<string, string>>, signal: AbortSignal): Promise<WaitingFound> {
  const { total, items } = await callApi(api.listJobs, { query: { ...filter, pageSize: '3' } }, { signal })
  return {
    total,
    first: items.map(({ id, kind, reason }) => {
      return { id, name: [kindWords(kind), reason].filter(Boolean).join(': ') }
    }),
  }
}
