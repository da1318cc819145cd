import { t } from '@packhouse/messages'
import { HandleIcon } from '../../../ui/tool-icons.tsx'

/** What a row is dragged by. Keys move rows too, so it is for the pointer alone. */
export function RowHandle({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-handle=""
      title={t('estimator.moveByDragging')}
      className={`grid h-full cursor-grab touch-none select-none place-items-center text-text-3 ${className}`}
    >
      <HandleIcon size={14} />
    </span>
  )
}
