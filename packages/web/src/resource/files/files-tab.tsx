import { type AttachedFile, fileTypes, type Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type DragEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { FailedState } from '../table/table-states.tsx'
import { usePermission } from '../use-permission.ts'
import { FileRow } from './file-row.tsx'
import { UploadRow } from './upload-row.tsx'
import { useFileActions, useFiles } from './use-files.ts'
import { useUploads } from './use-uploads.ts'

const ACCEPT = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(',')

const card = 'max-w-[880px] rounded-panel border border-line bg-surface p-5 max-md:p-4'

/** The files of a row: to attach by a button or by dropping them here, to download, to delete and restore. */
export function FilesTab({ resource, id, className = card }: { resource: Resource; id: string; className?: string }) {
  const query = useFiles(resource, id)
  const actions = useFileActions(resource, id)
  const access = usePermission(resource.calls.attachFile)
  const { uploads, add, retry, dismiss } = useUploads(actions.attach)
  const [asked, setAsked] = useState<AttachedFile>()
  const send = async (files: readonly File[]) => {
    const arrived = await add(files)
    if (arrived > 0) showToast({ message: t('resource.filesAttached', { arrived }) })
  }
  const remove = async (file: AttachedFile) => {
    setAsked(undefined)
    await showOutcome(actions.remove(file), t('resource.deleted', { name: file.name }), {
      label: t('resource.undo'),
      run: () => void restore(file),
    })
  }
  const restore = (file: AttachedFile) =>
    showOutcome(actions.restore(file), t('resource.restored', { name: file.name }))
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError)
    return <FailedState what={t('resource.filesWord')} error={query.error} onRetry={() => void query.refetch()} />
  const files = query.data.pages.flatMap((page) => page.items)
  return (
    <DropPlace className={className} enabled={access.allowed} onDrop={(dropped) => void send(dropped)}>
      {access.allowed && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <ChooseFiles
            label={t('resource.attachFiles')}
            what={t('resource.filesWord')}
            accept={ACCEPT}
            multiple
            dense
            onChoose={(chosen) => void send(chosen)}
          />
          <p className="text-12 text-text-2 max-md:hidden">{t('resource.orDropThemHereAtMost')}</p>
        </div>
      )}
      <ul aria-label={t('resource.files')} className="grid">
        {uploads.map((upload) => (
          <UploadRow
            key={`${upload.file.name} ${upload.file.lastModified}`}
            upload={upload}
            onRetry={() => void retry(upload.file)}
            onDismiss={() => dismiss(upload.file)}
          />
        ))}
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            onDownload={() => void showOutcome(actions.download(file))}
            onDelete={access.allowed ? () => setAsked(file) : undefined}
          />
        ))}
      </ul>
      {files.length === 0 && uploads.length === 0 && (
        <EmptyState title={t('resource.noFilesYet')}>
          {access.allowed ? t('resource.attachDrawingsCertificatesOrPhotosOf', { value: resource.noun[0] }) : undefined}
        </EmptyState>
      )}
      {query.hasNextPage && (
        <Button size="dense" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('resource.showOlderFiles')}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('resource.deleteName', { name: asked?.name })}
        confirm={t('resource.deleteLabel')}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {t('resource.youCanUndoItRightAwayAfter')}
      </ConfirmDialog>
    </DropPlace>
  )
}

/** Waits for a piece of work and says how it went. */
async function showOutcome(work: Promise<unknown>, message?: string, action?: { label: string; run: () => void }) {
  try {
    await work
    if (message !== undefined) showToast({ message, ...(action ? { action } : {}) })
  } catch (error) {
    showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
  }
}

interface DropPlaceProps {
  className: string
  enabled: boolean
  onDrop: (files: File[]) => void
  children: React.ReactNode
}

function DropPlace({ className, enabled, onDrop, children }: DropPlaceProps) {
  const [over, setOver] = useState(false)
  const onDrag = (event: DragEvent, isOver: boolean) => {
    if (!enabled || !event.dataTransfer.types.includes('Files')) return
    // Without this the browser would open the file in place of the screen.
    event.preventDefault()
    setOver(isOver)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button in it does the same by keyboard
    <div
      data-over={over || undefined}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false)
        if (enabled && event.dataTransfer.files.length > 0) onDrop([...event.dataTransfer.files])
      }}
      className={`min-h-40 data-over:border-action data-over:bg-kraft-soft ${className}`}
    >
      {children}
    </div>
  )
}
