import { type ReactNode, useId } from 'react'

const control =
  'h-[30px] w-full min-w-0 rounded-control border border-control bg-surface px-2 text-13 text-text hover:border-text-2 focus:border-focus ' +
  'focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A short text, a number or a date with its label above. */
export function DraftInput({
  label,
  value,
  onChange,
  kind = 'text',
}: FieldProps & { kind?: 'text' | 'number' | 'date' }) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-12 text-text-2">
        {label}
      </label>
      <input
        id={id}
        type={kind === 'date' ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={control}
      />
    </div>
  )
}

/** Lines of text with their label above. */
export function DraftNotes({ label, value, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-12 text-text-2">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${control} h-auto! py-1.5`}
      />
    </div>
  )
}

export interface DraftSelectProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  /** The choice of nothing; without it there is always one. */
  empty?: string
}

/** A choice of a few with its label above. */
export function DraftSelect({ label, value, options, empty, onChange }: DraftSelectProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-12 text-text-2">
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className={control}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A part of the drawer with its heading. */
export function DrawerPart({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-2 border-t border-line pt-3.5 first:border-t-0 first:pt-0"
    >
      <div className="flex items-baseline gap-2">
        <h3 id={id} className="me-auto">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A quiet button that looks like a link, such as to add a condition. */
export function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="w-fit border-b-[1.5px] border-kraft text-12 font-[550] hover:text-kraft-strong max-md:min-h-11"
    >
      {children}
    </button>
  )
}
