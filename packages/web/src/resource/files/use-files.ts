import { type AttachedFile, MAX_FILE_BYTES, type Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { authorizedFetch, callApi } from '../../lib/api-client.ts'
import { ApiError, readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { behind, FIRST_POSITION, nextPosition } from '../../lib/list-walk.ts'
import { saveFile } from '../download.ts'
import { filesKey, historyKey } from '../resource-queries.ts'

/** The files of a row, newest first, a page after the other. */
export function useFiles(resource: Resource, id: string) {
  return useInfiniteQuery({
    queryKey: filesKey(resource, id),
    initialPageParam: FIRST_POSITION,
    queryFn: ({ pageParam, signal }) =>
      callApi(resource.calls.files, { params: { id }, query: behind(pageParam) }, { signal }),
    getNextPageParam: nextPosition,
  })
}

/** What can be done with the files of a row. Each renews what is shown of them. */
export function useFileActions(resource: Resource, id: string) {
  const client = useQueryClient()
  const { calls } = resource
  const renewed = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    await client.invalidateQueries({ queryKey: filesKey(resource, id) })
    await client.invalidateQueries({ queryKey: historyKey(resource, id) })
    return result
  }
  return {
    attach: (file: File) => renewed(sendFile(resource, id, file)),
    remove: ({ id: fileId }: AttachedFile) => renewed(callApi(calls.removeFile, { params: { id, fileId } })),
    restore: ({ id: fileId }: AttachedFile) => renewed(callApi(calls.restoreFile, { params: { id, fileId } })),
    download: async ({ id: fileId, name }: AttachedFile) => {
      const response = await authorizedFetch(toRequest(calls.getFile, { params: { id, fileId } }))
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), name)
    },
  }
}

async function sendFile(resource: Resource, id: string, file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) {
    const title = t('resource.fileIsLargerThan', { mib: MAX_FILE_BYTES / 1024 ** 2 })
    throw new ApiError({ code: 'body_too_large', status: 413, title })
  }
  const body = new FormData()
  body.append('file', file)
  const response = await authorizedFetch({ ...toRequest(resource.calls.attachFile, { params: { id } }), body })
  if (!response.ok) throw await readProblem(response)
}
