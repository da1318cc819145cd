import { Dialog } from '@base-ui/react/dialog'
import type { AttachedFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { KeyboardEvent } from 'react'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { ChevronRightIcon, CrossIcon } from '../../../ui/icons.tsx'
import { ChevronLeftIcon } from '../../../ui/tool-icons.tsx'
import { MachineImage } from './machine-image.tsx'

export interface ImageDialogProps {
  machineId: string
  images: readonly AttachedFile[]
  /** The file that is shown; undefined where the dialog is closed. */
  shown: string | undefined
  onShow: (fileId: string | undefined) => void
}

/** One image large. The arrows lead to the one before and after it, round and round; Escape closes. */
export function ImageDialog({ machineId, images, shown, onShow }: ImageDialogProps) {
  const index = images.findIndex(({ id }) => id === shown)
  const file = images[index]
  const go = (step: number) => onShow(images.at((index + step) % images.length)?.id)
  const onKeyDown = (event: KeyboardEvent) => {
    const towards = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (towards === undefined) return
    event.preventDefault()
    go(document.documentElement.dir === 'rtl' ? -towards : towards)
  }
  return (
    <Dialog.Root open={file !== undefined} onOpenChange={(open) => !open && onShow(undefined)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup onKeyDown={onKeyDown} className={classNames(dialogClasses, 'w-[1328px]')}>
          <div className="flex items-center gap-3">
            <Dialog.Title className="me-auto min-w-0 text-16 font-semibold break-words">{file?.name}</Dialog.Title>
            <Dialog.Close aria-label={t('general.close')} className={buttonClasses('quiet', 'dense')}>
              <CrossIcon size={16} />
            </Dialog.Close>
          </div>
          {file && (
            <MachineImage
              key={file.id}
              machineId={machineId}
              file={file}
              size="large"
              className="h-[calc(100dvh-200px)] max-h-[960px] w-full"
            />
          )}
          {images.length > 1 && (
            <div className="flex items-center justify-center gap-3">
              <Button size="dense" aria-label={t('library.previousImage')} onClick={() => go(-1)}>
                <ChevronLeftIcon size={16} />
              </Button>
              <span role="status" className="text-13 text-text-2 tabular-nums">
                {t('library.imageOf', { number: index + 1, total: images.length })}
              </span>
              <Button size="dense" aria-label={t('library.nextImage')} onClick={() => go(1)}>
                <ChevronRightIcon size={16} />
              </Button>
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
