import { type TextareaHTMLAttributes, useId } from 'react'

/** A field of several lines with its label. */
export function TextArea({ label, ...area }: TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string }) {
  const id = useId()
  return (
    <div className="grid gap-[5px]">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className="w-full rounded-control border border-control bg-surface px-3 py-2 text-14 text-text focus:outline-2 focus:outline-focus max-md:text-16"
      />
    </div>
  )
}
