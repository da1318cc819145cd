import { t } from '@packhouse/messages'
import type { TaskOption } from './use-chosen-tasks.ts'

interface TaskChoiceProps {
  choices: readonly TaskOption[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Which service plans and requests of the machine a visit is for. */
export function TaskChoice({ choices, chosen, onChange }: TaskChoiceProps) {
  if (choices.length === 0) return null
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="text-12 font-[550] text-text-2">{t('service.tasks')}</legend>
      <div className="flex flex-wrap gap-x-5">
        {choices.map(({ id, label }) => (
          <label key={id} className="flex min-h-8 items-center gap-2 text-13 max-md:min-h-11">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={() => toggle(id)}
              className="size-4 accent-action"
            />
            <span translate="no">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
