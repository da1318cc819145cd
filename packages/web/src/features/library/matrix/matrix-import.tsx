import type { GridReport } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { UploadIcon } from '../../../ui/tool-icons.tsx'
import { GridPreview } from './grid-preview.tsx'
import { sendGrid } from './send-grid.ts'

interface Preview {
  file: File
  report: GridReport
}

export interface MatrixImportProps {
  material: string
  /** Reads the matrix again. */
  onImported: () => Promise<void>
}

/** Takes answers from a grid in a file: first what would change, then the change. */
export function MatrixImport({ material, onImported }: MatrixImportProps) {
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<Preview>()
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File, revision: number | undefined) => {
    setBusy(true)
    try {
      const report = await sendGrid({ file, material, revision })
      if (revision === undefined) setPreview({ file, report })
      else {
        setPreview(undefined)
        await onImported()
        showToast({ message: t('matrix.imported', { count: report.created + report.updated }) })
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ tone: 'failed', message: t('matrix.importFailed', { why }) })
    }
    setBusy(false)
  }
  return (
    <>
      <Button size="dense" className="max-md:hidden" busy={isBusy} onClick={() => input.current?.click()}>
        <UploadIcon size={14} />
        {t('matrix.import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx"
        aria-label={t('matrix.importFile')}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again once it was mended.
          event.target.value = ''
          if (file !== undefined) void send(file, undefined)
        }}
      />
      {preview && (
        <GridPreview
          report={preview.report}
          isBusy={isBusy}
          onImport={() => void send(preview.file, preview.report.revision)}
          onClose={() => setPreview(undefined)}
        />
      )}
    </>
  )
}
