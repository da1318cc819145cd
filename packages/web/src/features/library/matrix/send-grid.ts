import { api, type GridReport, XLSX_TYPE } from '@packhouse/contract'
import { authorizedFetch } from '../../../lib/api-client.ts'
import { readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'

export interface SentGrid {
  file: File
  material: string
  /** The revision of the matrix that was compared with; without one nothing is stored, and the answer says what would be. */
  revision: number | undefined
}

/** Sends a grid, to be compared with the matrix or to be stored. @throws ApiError */
export async function sendGrid({ file, material, revision }: SentGrid): Promise<GridReport> {
  const query = {
    dryRun: String(revision === undefined),
    ...(revision === undefined ? {} : { revision: String(revision) }),
    ...(material === '' ? {} : { material }),
  }
  const request = { ...toRequest(api.importCompatibilityMatrix, { query }), body: file }
  const type = file.name.toLowerCase().endsWith('.xlsx') ? XLSX_TYPE : 'text/csv'
  const response = await authorizedFetch(request, { headers: { 'content-type': type } })
  if (!response.ok) throw await readProblem(response)
  return (await response.json()) as GridReport
}
