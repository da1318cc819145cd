import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { ChevronUpIcon } from '../../../ui/tool-icons.tsx'
import type { SettingControlProps } from './control-parts.ts'
import { optionsOf } from './setting-words.ts'

/** Some of a few in an order: those that are chosen come first and can be moved. */
export function ChoicesControl({ id, state, row, onType, onLeave }: SettingControlProps) {
  const value = row.typed ?? state.value
  const chosen = Array.isArray(value) ? value : []
  const options = optionsOf(state.key)
  const ordered = [...options].sort((a, b) => placeOf(chosen, a.value) - placeOf(chosen, b.value))
  const move = (place: number, by: -1 | 1) => {
    const next = [...chosen]
    const [one] = next.splice(place, 1)
    if (one !== undefined) next.splice(place + by, 0, one)
    onType(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its label as a legend inside
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={row.fault === undefined ? `${id}-about` : `${id}-error`}
      onBlur={onLeave}
    >
      <ul className="rounded-control border border-line bg-surface">
        {ordered.map(({ value, label }) => {
          const place = chosen.indexOf(value)
          return (
            <li
              key={value}
              className="flex min-h-9 items-center gap-1 border-b border-line px-2.5 last:border-b-0 max-md:min-h-11"
            >
              <label className="flex min-w-0 flex-1 items-center gap-2.5 py-1.5">
                <input
                  type="checkbox"
                  checked={place >= 0}
                  onChange={() => onType(place >= 0 ? chosen.filter((one) => one !== value) : [...chosen, value])}
                  className="size-4 accent-action"
                />
                {label}
              </label>
              {place >= 0 && chosen.length > 1 && (
                <>
                  <Button
                    variant="quiet"
                    size="dense"
                    aria-label={t('installation.moveUp', { name: label })}
                    disabled={place === 0}
                    onClick={() => move(place, -1)}
                  >
                    <ChevronUpIcon size={14} />
                  </Button>
                  <Button
                    variant="quiet"
                    size="dense"
                    aria-label={t('installation.moveDown', { name: label })}
                    disabled={place === chosen.length - 1}
                    onClick={() => move(place, 1)}
                  >
                    <ChevronDownIcon size={14} />
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function placeOf(chosen: readonly string[], value: string): number {
  const place = chosen.indexOf(value)
  return place === -1 ? chosen.length : place
}
