import { api, type ImageSize, type RequestPhoto } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { usePictureAddress } from '../../../lib/use-picture-address.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { PanelFailure } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface RequestPhotosProps {
  requestId: string
  photos: readonly RequestPhoto[]
}

/** The photos that came with a request, small; a press shows one large below them. Nothing where none came. */
export function RequestPhotos({ requestId, photos }: RequestPhotosProps) {
  const [largeId, showLarge] = useState<string>()
  const large = photos.find(({ id }) => id === largeId)
  if (photos.length === 0) return null
  return (
    <div className="grid gap-2">
      <ul aria-label={t('service.photosOfRequest')} className="flex flex-wrap gap-2">
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-expanded={photo.id === largeId}
              aria-label={t('service.photoLarge', { name: photo.name })}
              onClick={() => showLarge(photo.id === largeId ? undefined : photo.id)}
              className="block h-15 w-20 cursor-pointer overflow-hidden rounded-control border border-line-2 hover:border-control aria-expanded:border-kraft"
            >
              <Photo requestId={requestId} photo={photo} size="small" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {large && (
        <Photo
          key={large.id}
          requestId={requestId}
          photo={large}
          size="large"
          className="max-h-160 max-w-full rounded-control border border-line"
        />
      )}
    </div>
  )
}

/** The photos of a request in its drawer. */
export function RequestPhotosTab({ row: { id } }: { row: ResourceRow }) {
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['service', 'request-photos', id],
    queryFn: ({ signal }) => callApi(api.requestPhotos, { params: { id } }, { signal }),
  })
  if (isLoadingError) return <PanelFailure what={t('service.photosOfRequest')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-15" />
  if (data.photos.length === 0) return <p className="text-13 text-text-2">{t('service.noPhotosCame')}</p>
  return <RequestPhotos requestId={id} photos={data.photos} />
}

interface PhotoProps {
  requestId: string
  photo: RequestPhoto
  size: ImageSize
  className: string
}

function Photo({ requestId, photo: { id, name }, size, className }: PhotoProps) {
  const request = toRequest(api.requestPhoto, { params: { id: requestId, fileId: id }, query: { size } })
  const { address, error } = usePictureAddress({ queryKey: ['request-photo', id, size], request })
  if (address !== undefined) return <img src={address} alt={name} className={className} />
  if (error !== null) return <span className="block p-1 text-11 text-text-2">{t('promises.photoNotShown')}</span>
  return <Skeleton className={size === 'small' ? 'size-full' : 'aspect-4/3 w-full max-w-160'} />
}
