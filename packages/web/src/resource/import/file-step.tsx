import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { UploadIcon } from '../parts/icons.tsx'
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
      <p className="text-12 text-text-2">
        A CSV file in UTF-8, with commas, semicolons or tabs, of at most {MOST_MIB} MiB. In a spreadsheet choose “Save
        as” and “CSV UTF-8”.
      </p>
    </div>
  )
}

function Chooser({ state }: { state: ImportState }) {
  const { draft, checkAgain, choose } = state
  if (!draft) {
    return (
      <div className="grid justify-items-center gap-2 text-center">
        <UploadIcon size={28} className="text-text-3" />
        <p className="font-[550]">Drop a CSV file here</p>
        <p className="mb-2 text-13 text-text-2">It is checked right away; nothing is stored before you say so.</p>
        <ChooseButton label="Choose a file" variant="primary" onChoose={choose} />
      </div>
    )
  }
  return (
    <div className="grid max-w-full justify-items-center gap-3 text-center">
      <FileName file={draft.file} />
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={checkAgain}>
          Check again
        </Button>
        <ChooseButton label="Choose another file" onChoose={choose} />
      </div>
    </div>
  )
}

export function FileName({ file, className = '' }: { file: File; className?: string }) {
  const size = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
  const words =
    file.size < 1024 * 1024 ? `${size.format(file.size / 1024)} KiB` : `${size.format(file.size / 1024 ** 2)} MiB`
  return (
    <p className={classNames('max-w-full min-w-0 break-words', className)}>
      <b className="font-semibold">{file.name}</b> <span className="text-text-2 tabular-nums">{words}</span>
    </p>
  )
}

export interface ChooseButtonProps {
  label: string
  variant?: 'primary' | 'standard'
  onChoose: (file: File) => void
}

/** A button that opens the browser's choice of a file. */
export function ChooseButton({ label, variant = 'standard', onChoose }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={`${label}: CSV file`}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file, corrected meanwhile, must count as a choice too.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button variant={variant} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
