import { api, type PartsDrawing, pictureTypes, type SpareParts } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { authorizedFetch, callApi } from '../../../../lib/api-client.ts'
import { readProblem } from '../../../../lib/api-error.ts'
import { toRequest } from '../../../../lib/api-request.ts'

export type Drawing = NonNullable<SpareParts['parts'][number]['drawing']>
export type DrawingFile = NonNullable<Drawing['file']>
export type Mark = PartsDrawing['marks'][number]

const PDF = 'application/pdf'

/** Which files can be shown as a picture with positions on it. */
export function kindOf({ contentType }: DrawingFile): 'picture' | 'pdf' | 'file' {
  if (pictureTypes.includes(contentType)) return 'picture'
  return contentType === PDF ? 'pdf' : 'file'
}

export const partsDrawingKey = (id: string) => ['machines', 'spare-parts', id, 'drawing'] as const

/** What a drawing shows of a machine, and where. @param id machine ID */
export function usePartsDrawing(id: string, documentId: string) {
  return useQuery({
    queryKey: [...partsDrawingKey(id), documentId],
    queryFn: ({ signal }) => callApi(api.partsDrawing, { params: { id, documentId } }, { signal }),
  })
}

/** The request of the file of a drawing. */
export function fileRequest(id: string, { documentId }: Drawing, file: DrawingFile) {
  return toRequest(api.downloadDocument, { params: { id, documentId, fileId: file.id } })
}

/** @throws ApiError where the server refuses */
export async function readFile(request: ReturnType<typeof fileRequest>, signal?: AbortSignal): Promise<Blob> {
  const response = await authorizedFetch(request, signal && { signal })
  if (!response.ok) throw await readProblem(response)
  return await response.blob()
}
