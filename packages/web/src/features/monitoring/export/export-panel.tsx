import { type ExportFormat, exportFormats } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { useWindow } from '../window/machine-window.ts'
import { rangeWords } from '../window/window-words.ts'
import { downloadRecords, type Progress } from './download-records.ts'

const names: Record<ExportFormat, string> = { csv: 'CSV', parquet: t('monitoring.parquet') }

/** The records of the window as a file, with how far it is while it comes. */
export function ExportPanel() {
  const { id, wanted, clock } = useWindow()
  const [progress, setProgress] = useState<Progress>()
  const [words, setWords] = useState('')
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])
  const start = async (format: ExportFormat) => {
    const control = new AbortController()
    under.current = control
    setWords('')
    setProgress({ bytes: 0, records: undefined, total: 0 })
    try {
      await downloadRecords({ id, format, span: wanted, signal: control.signal, onProgress: setProgress })
      setWords(t('monitoring.theFileIsComplete'))
    } catch (error) {
      setWords(control.signal.aborted ? t('monitoring.theExportWasStoppedNoFile') : wordsOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <PanelFrame bare title={t('monitoring.exportLabel')}>
      <div className="grid gap-3 px-4 pb-4">
        <p className="text-text-2">
          {t('monitoring.everyRecordOfInTheFile', {
            range: rangeWords(wanted, clock),
            zone: clock.zone.replaceAll('_', ' '),
          })}
        </p>
        <div className="flex flex-wrap items-center gap-2.5">
          {exportFormats.map((format) => (
            <Button key={format} disabled={progress !== undefined} onClick={() => void start(format)}>
              {t('monitoring.export', { format: names[format] })}
            </Button>
          ))}
          {progress && <Button onClick={() => under.current?.abort()}>{t('monitoring.stop')}</Button>}
        </div>
        {progress && <Course {...progress} />}
        <p role="status" className="text-text-2">
          {words}
        </p>
      </div>
    </PanelFrame>
  )
}

function Course({ bytes, records, total }: Progress) {
  const size = t('monitoring.kb', { size: formatCount(Math.ceil(bytes / 1024)) })
  const words =
    records === undefined
      ? t('monitoring.soFar', { size })
      : t('monitoring.ofRecords', { records: formatCount(records), total: formatCount(total), size })
  return (
    <div className="grid gap-1">
      <progress
        aria-label={t('monitoring.exportLabel')}
        max={total || 1}
        value={records}
        className="h-2 w-full max-w-100 accent-accent"
      />
      <p className="text-12 text-text-2 tabular-nums">{words}</p>
    </div>
  )
}

function wordsOf(error: unknown): string {
  const reason = error instanceof ApiError ? error.message : t('monitoring.theConnectionBroke')
  return t('monitoring.theExportDidNotComeTo', { reason })
}
