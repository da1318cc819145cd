import { TABLE_TYPES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type DragEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { classNames } from '../../ui/class-names.ts'
import { UploadIcon } from '../../ui/tool-icons.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { FailureAlert } from './failure-alert.tsx'
import { MOST_MIB } from './import-failure.ts'
import { ImportProgressBar } from './import-progress-bar.tsx'
import type { ImportState } from './use-import.ts'

/** Choosing a file, and how far the look at it is. */
export function FileStep({ state }: { state: ImportState }) {
  const { draft, running, choose } = state
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !running) choose(file)
  }
  const onDrag = (event: DragEvent, isOver: boolean) => {
    // Without this the browser would open the file in place of the screen.
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <div className="grid gap-3.5 rounded-panel border border-line bg-surface p-5 max-md:p-4">
      {draft?.failure && <FailureAlert failure={draft.failure} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file; its button does the same by keyboard */}
      <div
        data-over={over || undefined}
        onDragEnter={(event) => onDrag(event, true)}
        onDragOver={(event) => onDrag(event, true)}
        onDragLeave={(event) => onDrag(event, false)}
        onDrop={onDrop}
        className="grid min-h-44 place-items-center rounded-panel border border-dashed border-control bg-surface-2 px-4 py-6 data-over:border-action data-over:bg-kraft-soft"
      >
        {running ? (
          <ImportProgressBar running={running} name={draft?.file.name ?? ''} onStop={state.stop} />
        ) : (
          <Chooser state={state} />
        )}
      </div>
      <p className="text-12 text-text-2">{t('resource.aWorkbookOrACsvFile', { mib: MOST_MIB })}</p>
    </div>
  )
}

function Chooser({ state }: { state: ImportState }) {
  const { draft, checkAgain, choose } = state
  if (!draft) {
    return (
      <div className="grid justify-items-center gap-2 text-center">
        <UploadIcon size={28} className="text-text-3" />
        <p className="font-[550]">{t('resource.dropAFileHere')}</p>
        <p className="mb-2 text-13 text-text-2">{t('resource.itIsCheckedRightAwayNothing')}</p>
        <ChooseTable label={t('resource.chooseAFile')} variant="primary" onChoose={choose} />
      </div>
    )
  }
  return (
    <div className="grid max-w-full justify-items-center gap-3 text-center">
      <FileName file={draft.file} />
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={checkAgain}>
          {t('resource.checkAgain')}
        </Button>
        <ChooseTable label={t('resource.chooseAnotherFile')} onChoose={choose} />
      </div>
    </div>
  )
}

export function FileName({ file, className = '' }: { file: File; className?: string }) {
  return (
    <p className={classNames('max-w-full min-w-0 break-words', className)}>
      <b className="font-semibold">{file.name}</b>{' '}
      <span className="text-text-2 tabular-nums">{formatFileSize(file.size)}</span>
    </p>
  )
}

export interface ChooseTableProps {
  label: string
  variant?: 'primary' | 'standard'
  onChoose: (file: File) => void
}

/** A button that opens the browser's choice of a file of rows. */
export function ChooseTable({ onChoose, ...props }: ChooseTableProps) {
  return (
    <ChooseFiles
      {...props}
      what={t('resource.csvOrXlsxFile')}
      accept={`.xlsx,.csv,.tsv,.txt,${TABLE_TYPES}`}
      onChoose={([file]) => file && onChoose(file)}
    />
  )
}
