import { type ExportFormat, exportFormats } from '@packhouse/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { useWindow } from '../window/machine-window.ts'
import { rangeWords } from '../window/window-words.ts'
import { downloadRecords, type Progress } from './download-records.ts'

const names: Record<ExportFormat, string> = { csv: 'CSV', parquet: 'Parquet' }

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
      setWords('The file is complete.')
    } catch (error) {
      setWords(control.signal.aborted ? 'The export was stopped; no file was made.' : wordsOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <PanelFrame title="Export" className="mt-4">
      <div className="grid gap-3 px-4 pb-4">
        <p className="text-text-2">
          Every record of {rangeWords(wanted, clock)}, {clock.zone.replaceAll('_', ' ')}. In the file, times are in UTC.
        </p>
        <div className="flex flex-wrap items-center gap-2.5">
          {exportFormats.map((format) => (
            <Button key={format} disabled={progress !== undefined} onClick={() => void start(format)}>
              Export {names[format]}
            </Button>
          ))}
          {progress && <Button onClick={() => under.current?.abort()}>Stop</Button>}
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
  const size = `${formatCount(Math.ceil(bytes / 1024))} kB`
  const words =
    records === undefined ? `${size} so far` : `${formatCount(records)} of ${formatCount(total)} records, ${size}`
  return (
    <div className="grid gap-1">
      <progress aria-label="Export" max={total || 1} value={records} className="h-2 w-full max-w-100 accent-accent" />
      <p className="text-12 text-text-2 tabular-nums">{words}</p>
    </div>
  )
}

function wordsOf(error: unknown): string {
  const reason = error instanceof ApiError ? error.message : 'The connection broke.'
  return `The export did not come to its end. ${reason} Try again, or choose a shorter window.`
}
