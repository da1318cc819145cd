import type { Option } from '../../ui/option-combobox.tsx'
import { nearestName } from '../nearest-name.ts'

/** The choice whose name, or else whose code, is most like a text; undefined where none is like it. */
export function nearestOption(text: string, options: readonly Option[]): Option | undefined {
  // Where a choice is a code, its label begins with it: `NOK, Norwegian krone`.
  const names = options.map(({ value, label }) =>
    label.startsWith(`${value}, `) ? label.slice(value.length + 2) : label,
  )
  const codes = options.map(({ sublabel }) => sublabel ?? '')
  const place = placeOfNearest(text, names)
  return options[place >= 0 ? place : placeOfNearest(text, codes)]
}

function placeOfNearest(text: string, names: readonly string[]): number {
  const nearest = nearestName(text, names)
  return nearest === undefined ? -1 : names.indexOf(nearest)
}
