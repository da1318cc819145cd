import type { AttachedFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { formatFileSize } from '../../../resource/files/file-size.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { DownloadIcon } from '../../../ui/tool-icons.tsx'

interface FileButtonsProps {
  files: readonly AttachedFile[]
  onDownload: (file: AttachedFile) => Promise<void>
}

/** The files of a document, each to download. */
export function FileButtons({ files, onDownload }: FileButtonsProps) {
  const [busy, setBusy] = useState<string>()
  const download = async (file: AttachedFile) => {
    setBusy(file.id)
    try {
      await onDownload(file)
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
    } finally {
      setBusy(undefined)
    }
  }
  if (files.length === 0) return <p className="text-12 text-text-2">{t('library.noFileYet')}</p>
  return files.map((file) => (
    <span key={file.id} className="me-4 inline-flex flex-wrap items-center gap-x-1.5">
      <button
        type="button"
        aria-busy={busy === file.id || undefined}
        aria-label={t('resource.download', { name: file.name })}
        onClick={() => void download(file)}
        className="inline-flex items-center gap-1.5 rounded-control text-start max-md:min-h-11 md:min-h-6"
      >
        <DownloadIcon size={14} className="shrink-0 text-text-3" />
        <span className="underline decoration-kraft underline-offset-3 [overflow-wrap:anywhere]">{file.name}</span>
      </button>
      <span className="text-12 whitespace-nowrap text-text-2 tabular-nums">{formatFileSize(file.size)}</span>
    </span>
  ))
}
