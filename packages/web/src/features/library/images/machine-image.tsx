import type { AttachedFile, ImageSize } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useState } from 'react'
import { useNear } from '../../../lib/use-near.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useImageAddress } from './use-images.ts'

export interface MachineImageProps {
  machineId: string
  file: AttachedFile
  size: ImageSize
  /** The room that it takes, whether it has arrived or not. */
  className: string
}

/** An image of a library machine, asked for when it comes near the window; where it cannot be shown it says why. */
export function MachineImage({ machineId, file, size, className }: MachineImageProps) {
  const [ref, isNear] = useNear<HTMLSpanElement>(false)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    // What was asked for once stays, also where it leaves the window before it has arrived.
    if (isNear) setWanted(true)
  }, [isNear])
  const { address, error } = useImageAddress({ machineId, fileId: file.id, size }, { isWanted })
  return (
    <span ref={ref} className={classNames('grid place-items-center overflow-hidden bg-surface-2', className)}>
      {address !== undefined && <img src={address} alt={file.name} className="size-full object-contain" />}
      {address === undefined && !error && <Skeleton className="size-full" />}
      {error && (
        <span className="p-1 text-center text-12 break-words text-text-2">
          {size === 'small' ? file.name : t('library.imageCannotBeShown', { name: file.name, why: error.message })}
        </span>
      )}
    </span>
  )
}
