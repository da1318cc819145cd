import { useRef } from 'react'
import { Button, type ButtonVariant } from './button.tsx'

export interface ChooseFilesProps {
  label: string
  /** What is chosen, for people who cannot see the context of the button. */
  what: string
  /** Endings and media types, as the browser's choice takes them. */
  accept: string
  multiple?: boolean
  variant?: ButtonVariant
  dense?: boolean
  onChoose: (files: File[]) => void
}

/** A button that opens the browser's choice of files. */
export function ChooseFiles({ label, what, accept, multiple = false, variant, dense, onChoose }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={`${label}: ${what}`}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file, corrected in the meantime, must count as a choice too.
          event.target.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
      <Button
        {...(variant ? { variant } : {})}
        {...(dense ? { size: 'dense' } : {})}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
