import { useId } from 'react'

export interface MailChoiceProps {
  name: string
  label: string
  about: string
  /** As it was saved. */
  isOn: boolean
}

/** Whether mails or notifications of a kind are wanted. */
export function MailChoice({ name, label, about, isOn }: MailChoiceProps) {
  const id = useId()
  return (
    <label className="flex items-center gap-3 max-md:min-h-11">
      <input
        // What came from the server is the choice of the form from then on.
        key={String(isOn)}
        name={name}
        type="checkbox"
        defaultChecked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-about`}
        className="size-4 shrink-0 accent-action"
      />
      <span className="grid min-w-0">
        <span id={id} className="font-[550]">
          {label}
        </span>
        <span id={`${id}-about`} className="text-13 text-text-2">
          {about}
        </span>
      </span>
    </label>
  )
}
