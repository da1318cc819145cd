import { type AttachedFile, fileTypes, projectMedia } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { authorizedFetch } from '../../../lib/api-client.ts'
import { readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { UploadRow } from '../../../resource/files/upload-row.tsx'
import { useUploads } from '../../../resource/files/use-uploads.ts'
import { filesKey } from '../../../resource/resource-queries.ts'
import { wordOfChoice } from '../../../resource/words.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { update } from './line-steps.ts'
import { MediaPicture } from './media-picture.tsx'
import type { Media } from './project-sheet.ts'
import { useOpenPart } from './use-open-part.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

const ACCEPT = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(',')

/** Drawings, photos and documents of the project. A file that is added becomes an entry with its name as caption. */
export function MediaTab() {
  const { editing } = useWorkspace()
  const media = useSheet(({ sheet }) => sheet.media)
  const { uploads, add, retry, dismiss } = useUploads(useMediaUpload())
  const inQuote = media.filter((one) => one.inQuote).length
  const choose = editing && (
    <ChooseFiles
      label={t('estimator.uploadMedia')}
      what={t('estimator.media')}
      accept={ACCEPT}
      multiple
      dense
      onChoose={(files) => void add(files)}
    />
  )
  return (
    <div className="pt-2 pb-4">
      <PanelFrame
        title={t('estimator.media')}
        note={
          <span className="text-12 text-text-2">{t('estimator.mediaInQuote', { count: media.length, inQuote })}</span>
        }
        aside={choose}
      >
        <ul className="px-4">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.file.name}
              upload={upload}
              onRetry={() => void retry(upload.file)}
              onDismiss={() => dismiss(upload.file)}
            />
          ))}
        </ul>
        <ul className="grid grid-cols-4 gap-3 px-4 pb-4 max-lg:grid-cols-2 max-md:grid-cols-1">
          {media.map((one) => (
            <MediaCard key={one.id} media={one} />
          ))}
        </ul>
        {media.length === 0 && <p className="px-4 pb-4 text-13 text-text-2">{t('estimator.noneYet')}</p>}
      </PanelFrame>
    </div>
  )
}

function MediaCard({ media }: { media: Media }) {
  const { store, editing } = useWorkspace()
  const { open } = useOpenPart()
  return (
    <li className="rounded-panel border border-line">
      <div className="grid h-20 place-items-center bg-surface-2 text-text-3">
        <MediaPicture id={media.id} />
      </div>
      <div className="flex items-center gap-2 border-t border-line px-3 py-2 text-12">
        <Button
          variant="quiet"
          size="dense"
          className="min-w-0 flex-1 justify-start px-1"
          onClick={() => open({ kind: 'media', id: media.id })}
        >
          <span className="truncate">{media.caption}</span>
        </Button>
        <span className="text-text-2">{wordOfChoice(media.kind)}</span>
        <label className="flex items-center gap-1.5 max-md:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-action"
            aria-label={t('estimator.include', { name: media.caption })}
            checked={media.inQuote}
            disabled={!editing}
            onChange={({ target }) => store.make(update('media', media.id, { inQuote: target.checked }))}
          />
          {t('estimator.inQuote')}
        </label>
      </div>
    </li>
  )
}

/** Makes an entry of a file, and attaches the file to it once the entry is saved. */
function useMediaUpload() {
  const { store, lock } = useWorkspace()
  const client = useQueryClient()
  return async (file: File): Promise<AttachedFile> => {
    const id = crypto.randomUUID()
    const kind = file.type.startsWith('image/') ? 'photo' : 'document'
    const caption = file.name.slice(0, 200)
    store.make({ changes: [{ kind: 'media', op: 'create', id, values: { kind, caption, inQuote: false } }], order: [] })
    await store.queue.settled()
    const body = new FormData()
    body.append('file', file)
    const request = { ...toRequest(projectMedia.calls.attachFile, { params: { id } }), body }
    const response = await authorizedFetch(request, { headers: { 'edit-lock': lock.token ?? '' } })
    if (!response.ok) throw await readProblem(response)
    await client.invalidateQueries({ queryKey: filesKey(projectMedia, id) })
    return await response.json()
  }
}
