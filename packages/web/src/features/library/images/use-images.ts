import { type AttachedFile, api, type ImageSize, pictureTypes } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { usePictureAddress } from '../../../lib/use-picture-address.ts'
import { declared } from '../../../resource/registry.ts'
import { filesKey } from '../../../resource/resource-queries.ts'

const none: readonly AttachedFile[] = []

/** The images among the 200 newest files of a library machine, the newest first; empty until they are known. */
export function useImages(id: string): readonly AttachedFile[] {
  const machines = declared('libraryMachine')
  const { data } = useQuery({
    // Below the files of the machine, so that one that is attached or deleted renews it.
    queryKey: [...filesKey(machines, id), 'images'],
    queryFn: ({ signal }) => callApi(machines.calls.files, { params: { id }, query: { pageSize: '200' } }, { signal }),
    select: ({ items }) => items.filter(({ contentType }) => pictureTypes.includes(contentType)),
  })
  return data ?? none
}

export interface WantedImage {
  machineId: string
  fileId: string
  size: ImageSize
}

/** The address of an image for this page, undefined until it has arrived, and why it did not. @param isWanted whether it is asked for */
export function useImageAddress({ machineId, fileId, size }: WantedImage, { isWanted }: { isWanted: boolean }) {
  const request = toRequest(api.libraryMachineImage, { params: { id: machineId, fileId }, query: { size } })
  return usePictureAddress({ queryKey: ['library', 'image', machineId, fileId, size], request, isWanted })
}
