import type { AttachedFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon, TrashIcon } from '../../ui/tool-icons.tsx'
import { formatFileSize } from './file-size.ts'

export interface FileRowProps {
  file: AttachedFile
  onDownload: () => void
  /** Absent for who may not delete it. */
  onDelete: (() => void) | undefined
}

export function FileRow({ file, onDownload, onDelete }: FileRowProps) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 text-13">
      <button
        type="button"
        onClick={onDownload}
        aria-label={t('resource.download', { name: file.name })}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-control text-start max-md:min-h-11"
      >
        <DownloadIcon size={15} className="shrink-0 text-text-3" />
        <span className="min-w-0">
          <span className="block truncate font-[550] underline decoration-kraft underline-offset-3">{file.name}</span>
          <span className="block text-12 text-text-2 tabular-nums">
            {formatFileSize(file.size)} · <DateLabel value={file.createdAt} />
          </span>
        </span>
      </button>
      {onDelete && (
        <Button size="dense" variant="quiet" aria-label={t('resource.delete', { name: file.name })} onClick={onDelete}>
          <TrashIcon size={14} />
        </Button>
      )}
    </li>
  )
}
