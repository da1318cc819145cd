import { t } from '@packhouse/messages'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { formatFileSize } from './file-size.ts'
import type { Upload } from './use-uploads.ts'

export interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onDismiss: () => void
}

/** A file that is being uploaded. One that failed says why and can be tried again without choosing it again. */
export function UploadRow({ upload: { file, fault }, onRetry, onDismiss }: UploadRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-2 text-13">
      <span className="min-w-0 flex-1 max-md:basis-full">
        <span className="block truncate font-[550]">{file.name}</span>
        {fault === undefined ? (
          <span role="status" className="flex items-center gap-1.5 text-12 text-text-2">
            <Spinner /> {t('resource.onItsWay', { size: formatFileSize(file.size) })}
          </span>
        ) : (
          <span role="alert" className="block text-12 break-words text-bad">
            {t('resource.notAttached', { fault })}
          </span>
        )}
      </span>
      {fault !== undefined && (
        <>
          <Button size="dense" onClick={onRetry}>
            {t('general.tryAgain')}
          </Button>
          <Button size="dense" variant="quiet" onClick={onDismiss}>
            {t('resource.putAway')}
          </Button>
        </>
      )}
    </li>
  )
}
