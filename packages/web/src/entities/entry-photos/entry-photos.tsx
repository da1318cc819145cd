import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { MOST_FILES, type OutboxFile } from '../../lib/offline/outbox.ts'
import { shrinkPhoto } from '../../lib/offline/shrink-photo.ts'
import type { OpenEntry } from '../../lib/offline/use-open-entry.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TrashIcon } from '../../ui/tool-icons.tsx'

interface EntryPhotosProps {
  /** What is on them, such as a point of a test: unlike the others of the form. */
  point: string
  open: Pick<OpenEntry<unknown>, 'files' | 'addFile' | 'removeFile'>
  /** So many photos the form takes. */
  most?: number
}

/** The photos of one point of a form that is kept on this device. They are made smaller here, and carry the name of the point. */
export function EntryPhotos({ point, open, most = MOST_FILES }: EntryPhotosProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const start = `${nameOf(point)} `
  const own = open.files.filter(({ name }) => name.startsWith(start) && /^\d+\.jpg$/.test(name.slice(start.length)))
  const add = async (chosen: readonly File[]) => {
    setFault(undefined)
    setBusy(true)
    let room = most - open.files.length
    let number = Math.max(0, ...own.map(({ name }) => Number.parseInt(name.slice(start.length), 10)))
    for (const photo of chosen) {
      if (room <= 0) {
        setFault(t('outbox.photoNotKept', { count: most }))
        break
      }
      const content = await shrinkPhoto(photo).catch(() => undefined)
      if (content === undefined) {
        setFault(t('outbox.noPicture', { name: photo.name }))
        continue
      }
      number += 1
      const file = { id: crypto.randomUUID(), name: `${start}${number}.jpg`, content }
      await open.addFile(file).then(
        () => (room -= 1),
        () => setFault(t('outbox.photoNotKept', { count: most })),
      )
    }
    setBusy(false)
  }
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('outbox.photosOf', { point })}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          // The same photo may be chosen again.
          target.value = ''
          void add(chosen)
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="dense"
          busy={isBusy}
          aria-label={t('outbox.addPhotoOf', { point })}
          onClick={() => input.current?.click()}
        >
          {t('outbox.addPhoto')}
        </Button>
        {own.map((file) => (
          <Photo key={file.id} file={file} onRemove={() => void open.removeFile(file.id)} />
        ))}
      </div>
      {fault !== undefined && (
        <Alert tone="bad" className="text-13">
          {fault}
        </Alert>
      )}
    </div>
  )
}

function Photo({ file, onRemove }: { file: OutboxFile; onRemove: () => void }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file.content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <span className="inline-flex items-center gap-1 rounded-control border border-line bg-surface p-1">
      {address !== undefined && <img src={address} alt={file.name} className="size-10 rounded-[3px] object-cover" />}
      <Button size="dense" variant="quiet" aria-label={t('outbox.removePhoto', { name: file.name })} onClick={onRemove}>
        <TrashIcon size={14} />
      </Button>
    </span>
  )
}

/** A name of a file that every system takes. */
function nameOf(point: string): string {
  return (
    point
      .replaceAll(/[\p{Cc}\\/:*?"<>|.]+/gu, ' ')
      .trim()
      .slice(0, 80) || t('outbox.photo')
  )
}
