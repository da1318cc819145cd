import type { Resource, TableFormat } from '@packhouse/contract'
import { authorizedFetch } from '../lib/api-client.ts'
import { readProblem } from '../lib/api-error.ts'
import { toRequest } from '../lib/api-request.ts'
import { recordAction } from '../lib/usage/usage-actions.ts'
import type { ListParameters } from './list-state.ts'
import { callsAt, type ParentMount, parentParams, parentValues } from './registry.ts'

/** Gives the reader the rows that a list's query finds as a file, with every page of them. @throws ApiError */
export async function downloadExport(
  resource: Resource,
  mount: ParentMount | undefined,
  { format, ...query }: ListParameters & { format: TableFormat },
): Promise<void> {
  const { page: _page, pageSize: _pageSize, ...wanted } = query
  const input = { params: parentParams(mount), query: { ...wanted, ...parentValues(mount), format } }
  const response = await authorizedFetch(toRequest(callsAt(resource, mount).export, input))
  if (!response.ok) throw await readProblem(response)
  saveFile(await response.blob(), fileName(resource, format))
}

/** `customers.csv` */
export function fileName({ noun }: Resource, format: TableFormat, tail = ''): string {
  return `${noun[1].replaceAll(' ', '-')}${tail}.${format}`
}

/** Hands bytes to the reader as a file. */
export function saveFile(bytes: Blob, name: string): void {
  recordAction(name.endsWith('.pdf') ? 'print' : 'export')
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has taken hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
