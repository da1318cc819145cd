import { MOST_PARTNER_MACHINES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { FieldError } from '../../ui/field-error.tsx'

export interface MachineChoiceProps {
  machines: readonly { machineID: string; description: string | null }[]
  chosen: ReadonlySet<string>
  error: string | undefined
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Which machines a partner may read. */
export function MachineChoice({ machines, chosen, error, onChange }: MachineChoiceProps) {
  const id = useId()
  const toggle = (machineID: string) => {
    const next = new Set(chosen)
    if (!next.delete(machineID)) next.add(machineID)
    onChange(next)
  }
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="grid min-w-0 gap-[5px]">
      <legend className="text-12 font-[550] text-text-2">{t('dataAct.machines')}</legend>
      <ul className="max-h-60 overflow-auto rounded-control border border-line-2 bg-surface py-1">
        {machines.map(({ machineID, description }) => (
          <li key={machineID}>
            <label className="flex min-h-9 items-center gap-2.5 px-3 text-14 hover:bg-surface-2 max-md:min-h-11">
              <input
                type="checkbox"
                checked={chosen.has(machineID)}
                disabled={!chosen.has(machineID) && chosen.size >= MOST_PARTNER_MACHINES}
                onChange={() => toggle(machineID)}
                className="size-4 shrink-0 accent-action"
              />
              <span className="min-w-0 wrap-anywhere" translate="no">
                <span className="font-[550]">{machineID}</span>
                {description !== null && <span className="text-text-2"> {description}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
