import { api, type Draft, MAX_FILE_BYTES, machineDocuments } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { authorizedFetch, callApi } from '../../../lib/api-client.ts'
import { ApiError, readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { behind, FIRST_POSITION, nextPosition } from '../../../lib/list-walk.ts'

const MOUNT = '/v1/machine-library/machines/{parentId}/documents'
/** Below the name of the resource, whose changes elsewhere renew it. */
const libraryDocumentsKey = (id: string) => ['resource', machineDocuments.name, 'ofModel', id] as const

/** The documents of a library machine by kind and title, the newest first, a page after the other. */
export function useLibraryDocuments(id: string) {
  return useInfiniteQuery({
    queryKey: libraryDocumentsKey(id),
    initialPageParam: FIRST_POSITION,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...behind(pageParam), sort: 'kind,title,-validFrom,-revision' }
      const call = machineDocuments.calls.mounts[MOUNT]?.list ?? machineDocuments.calls.list
      return callApi(call, { params: { parentId: id }, query }, { signal })
    },
    getNextPageParam: nextPosition,
  })
}

/** Sends a document with its file, and renews the list that it belongs to. @throws ApiError */
export function useAddDocument(libraryMachineId: string) {
  const client = useQueryClient()
  return async (draft: Draft<typeof machineDocuments>, file: File): Promise<void> => {
    if (file.size > MAX_FILE_BYTES) {
      const title = t('resource.fileIsLargerThan', { mib: MAX_FILE_BYTES / 1024 ** 2 })
      throw new ApiError({ code: 'body_too_large', status: 413, title })
    }
    const query = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== ''))
    const body = new FormData()
    body.append('file', file)
    const response = await authorizedFetch({ ...toRequest(api.addDocumentWithFile, { query }), body })
    if (!response.ok) throw await readProblem(response)
    await client.invalidateQueries({ queryKey: libraryDocumentsKey(libraryMachineId) })
  }
}
