import { AlertIcon } from './icons.tsx'

/** What is wrong with a field, under it. The control refers to it by its id. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex gap-1.5 text-12 text-bad">
      <AlertIcon className="mt-px shrink-0" size={14} />
      {children}
    </p>
  )
}
