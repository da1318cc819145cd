import { pictureTypes, projectMedia } from '@packhouse/contract'
import { toRequest } from '../../../lib/api-request.ts'
import { usePictureAddress } from '../../../lib/use-picture-address.ts'
import { useFiles } from '../../../resource/files/use-files.ts'
import { DocumentIcon } from '../../../ui/tool-icons.tsx'

/** Larger pictures are opened in the drawer: the page would load them whole. */
const MOST_BYTES = 4 * 1024 ** 2

/** The picture of a file of the project, or a sign where it has none. */
export function MediaPicture({ id }: { id: string }) {
  const files = useFiles(projectMedia, id).data?.pages[0]?.items ?? []
  const picture = files.find(({ contentType, size }) => pictureTypes.includes(contentType) && size <= MOST_BYTES)
  const fileId = picture?.id ?? ''
  const { address } = usePictureAddress({
    queryKey: ['project-media', id, 'picture', fileId],
    request: toRequest(projectMedia.calls.getFile, { params: { id, fileId } }),
    isWanted: picture !== undefined,
  })
  return address === undefined ? (
    <DocumentIcon size={28} />
  ) : (
    <img alt="" src={address} className="h-20 w-full object-contain" />
  )
}
