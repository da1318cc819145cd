import type { AttachedFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { MachineImage } from './machine-image.tsx'
import { useImages } from './use-images.ts'

/** The images among the files of a machine: the newest one, and the others as small ones. Nothing without images. */
export function ImagesPanel({ row }: { row: ResourceRow }) {
  const images = useImages(row.id)
  const access = usePermission(declared('libraryMachine').calls.attachFile)
  const [shown, setShown] = useState<string>()
  const [first, ...others] = images
  if (first === undefined) return null
  const opener = (file: AttachedFile) => ({ machineId: row.id, file, onOpen: () => setShown(file.id) })
  return (
    <PanelFrame
      title={t('library.images')}
      aside={
        access.allowed && (
          <AppLink href={`/library/machines/${row.id}?tab=files`} className={buttonClasses('standard', 'dense')}>
            {t('library.addImages')}
          </AppLink>
        )
      }
    >
      <div className="grid gap-2 border-t border-line p-3">
        <ImageButton key={first.id} {...opener(first)} size="medium" className="aspect-[4/3] w-full" />
        {others.length > 0 && (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(72px,1fr))] gap-2">
            {others.map((file) => (
              <li key={file.id}>
                <ImageButton {...opener(file)} size="small" className="aspect-square w-full" />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ImageDialog machineId={row.id} images={images} shown={shown} onShow={setShown} />
    </PanelFrame>
  )
}

interface ImageButtonProps {
  machineId: string
  file: AttachedFile
  size: 'small' | 'medium'
  className: string
  onOpen: () => void
}

function ImageButton({ onOpen, ...image }: ImageButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('library.enlargeImage', { name: image.file.name })}
      onClick={onOpen}
      className="block w-full overflow-hidden rounded-control border border-line hover:border-control"
    >
      <MachineImage {...image} />
    </button>
  )
}
